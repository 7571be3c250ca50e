/**
 * Clicks by the hour of finished days as static files: built from archives, read without Riak, and
 * by other programs. See {@link clickcounter.tools.series.files.DayFiles} for their format.
 */
package clickcounter.tools.series.files;
