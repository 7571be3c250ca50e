/**
 * The counting itself: what an ads task and a counters task do with events, marks and the passing
 * of time. The way of an event:
 *
 * <ol>
 *   <li>{@link clickcounter.counting.AdsTask} takes a delivery, finds the copies of its ads, and
 *       offers each event to the ledger of its copy.
 *   <li>The event is counted, is a duplicate, is rejected, or waits at its copy ({@code AdCopy}):
 *       for the read of the document, for a view of its counter ({@code CopyViews}, {@link
 *       clickcounter.views.ViewCache}), or for room ({@code FullDocuments}).
 *   <li>{@link clickcounter.copies.Copies} puts the document when the schedule says so. {@code
 *       AdDocuments} says what is put, and where the waiters of a stored put go (rule 4).
 *   <li>{@code Deliveries} collects what happened to the events of a delivery, sends its marks, and
 *       acks it.
 *   <li>{@link clickcounter.counting.CountersTask} records the marks in the ledger of their counter
 *       and acks them when {@code CounterDocuments} has a put stored. {@code CounterDirectory}
 *       lists a new counter first, {@code Confirmations} put a silent one once more (rule 5).
 * </ol>
 *
 * <p>What else ads' documents need is a list of {@code AdFeature}s in {@code AdDocuments}: states
 * for ad servers, trimming, full documents, views, the busiest ads.
 *
 * <p>What follows from an answer of the store, a time-out ({@code Doubt}) included, is decided in
 * {@link clickcounter.copies.Copies}, for both tasks. Each task is used by one thread, in turns
 * ({@link clickcounter.copies.Turns}). {@link clickcounter.views.ViewCache} and {@link
 * clickcounter.counting.HeldEventsBudget} are shared by a worker's tasks and thread-safe. Knows no
 * Storm, no Riak and no clock: all of them are passed in.
 */
package clickcounter.counting;
