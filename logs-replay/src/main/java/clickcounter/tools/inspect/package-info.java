/**
 * What became of an event, a document or a gap, for a person, and what operators decide about it:
 * explain, gaps, show; write-off, reopen and close.
 */
package clickcounter.tools.inspect;
