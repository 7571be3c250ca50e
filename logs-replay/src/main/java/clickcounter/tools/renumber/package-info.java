/**
 * Gives events whose number was taken new ones: {@link clickcounter.tools.renumber.Renumbering}.
 */
package clickcounter.tools.renumber;
