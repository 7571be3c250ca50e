/**
 * Clicks by the hour for those who ask: in any time zone, by hour, day, week or month, from the
 * table of archives and the documents. What neither has is not imported, never zero.
 */
package clickcounter.tools.series;
