/**
 * Decides whether an event counts, and what is written: the six rules of {@code
 * clicks/RATIONALE.md}. {@link clickcounter.ledger.AdLedger} is a writer's copy of one ad's
 * document, {@link clickcounter.ledger.CounterLedger} of one counter's, {@link
 * clickcounter.ledger.SiblingMerge} merges concurrent versions of an ad's document.
 *
 * <p>May not know threads, clocks, stores or Storm. When a document is written is decided in {@code
 * defer}. A change here needs a rule in {@code ProtocolModelTest}, see the tests of this package.
 */
package clickcounter.ledger;
