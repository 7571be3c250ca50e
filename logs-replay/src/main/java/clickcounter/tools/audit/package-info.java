/**
 * Computes from archives alone what every document must say, and compares ({@link
 * clickcounter.tools.audit.Audit}). It shares no counting code with the bolts, which it checks.
 */
package clickcounter.tools.audit;
