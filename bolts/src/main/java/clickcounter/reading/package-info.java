/**
 * How a counter and an ad are read, the same for the bolts, for ad servers and for tools: {@link
 * clickcounter.reading.CounterFetch} reads what is recorded of a counter, {@link
 * clickcounter.reading.AdFetch} an ad and, after that, the counters that its siblings need. {@link
 * clickcounter.reading.AdStateReader} reads the states of ads for ad servers.
 *
 * <p>The ads task merges siblings itself, because its views come from a cache that a worker's tasks
 * share; it shares {@link clickcounter.reading.SiblingReader}. Never writes, and starts no thread.
 */
package clickcounter.reading;
