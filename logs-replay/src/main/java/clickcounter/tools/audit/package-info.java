/**
 * Holds documents against a table of archives ({@link clickcounter.tools.audit.Audit}). The sums
 * are SQL ({@link clickcounter.tools.table.AdSums}): they use neither the ledgers nor the {@code
 * add} of a document's totals and hours.
 *
 * <p>What it shares with the bolts is the reading: the codecs, and the merge of siblings. What a
 * document says is what they read in it, so a wrong merge shows as a difference from the archive.
 */
package clickcounter.tools.audit;
