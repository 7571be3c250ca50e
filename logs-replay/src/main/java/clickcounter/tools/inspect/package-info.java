/** What became of an event, a document or a gap, for a person: inspect, explain and gaps. */
package clickcounter.tools.inspect;
