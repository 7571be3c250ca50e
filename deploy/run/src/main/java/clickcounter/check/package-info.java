/**
 * What has to hold before a topology is submitted, and while it runs: {@link
 * clickcounter.check.Checks} is the list. Each check is one question to one part, {@link
 * clickcounter.check.Finding} what became of it. Changes nothing.
 */
package clickcounter.check;
