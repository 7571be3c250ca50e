/**
 * Judges the clicks of a day that is over, and writes verdicts into an archive file of their own.
 * {@link clickcounter.tools.judge.Differences} decides which verdicts are new, however the clicks
 * were found.
 */
package clickcounter.tools.judge;
