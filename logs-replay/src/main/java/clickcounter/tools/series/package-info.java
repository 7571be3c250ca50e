/**
 * Clicks by the hour for those who ask: in any time zone, by hour, day, week or month, from the
 * documents or from files of finished days.
 */
package clickcounter.tools.series;
