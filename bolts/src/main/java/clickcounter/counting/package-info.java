/**
 * The counting itself: what an ads task and a counters task do with events, marks and the passing
 * of time. Main classes: {@link clickcounter.counting.AdsTask} and {@link
 * clickcounter.counting.CountersTask}. What follows from an answer of the store, a time-out ({@code
 * Doubt}) included, is decided in {@link clickcounter.copies.Copies}, for both.
 *
 * <p>Each task is used by one thread. {@link clickcounter.counting.ViewCache} and {@link
 * clickcounter.counting.HeldEventsBudget} are shared by a worker's tasks and thread-safe. Knows no
 * Storm, no Riak and no clock: all of them are passed in.
 */
package clickcounter.counting;
