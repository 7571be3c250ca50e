/**
 * The life of a document in memory, the same for ads and counters: it is read, counted on, put when
 * the schedule says so, and dropped or blocked by what the store answers. {@link
 * clickcounter.copies.Copies} is the main class; a task decides the rest as a {@link
 * clickcounter.copies.Keeper}.
 *
 * <p>What an answer of the store means is decided here, once. A copy knows no event, ad or counter.
 * Starts no thread.
 */
package clickcounter.copies;
