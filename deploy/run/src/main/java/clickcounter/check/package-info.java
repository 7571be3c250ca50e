/**
 * What has to hold before a topology is submitted, and while it runs: {@link
 * clickcounter.check.Findings} asks one question after the other. Changes nothing.
 */
package clickcounter.check;
