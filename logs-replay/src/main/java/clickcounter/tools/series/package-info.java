/**
 * Clicks by the hour for those who ask: in any time zone, by hour, day, week or month, from the
 * files of finished days and the documents. What neither has is not built, never zero.
 */
package clickcounter.tools.series;
