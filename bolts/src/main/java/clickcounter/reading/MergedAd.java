package clickcounter.reading;

import clickcounter.document.AdTotals;
import clickcounter.ledger.SiblingMerge;

/**
 * What is counted of an ad.
 *
 * @param merged the siblings of its document, mostly one
 * @param totals what the siblings count together
 * @param bytes the size of the largest of them
 */
public record MergedAd(SiblingMerge.Merged merged, AdTotals totals, int bytes) {}
