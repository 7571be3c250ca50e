/**
 * Checks whether what services wrote is what is counted: {@link
 * clickcounter.tools.check.ArchiveCheck}. Gives events whose number was taken new ones: {@link
 * clickcounter.tools.check.Renumbering}.
 */
package clickcounter.tools.check;
