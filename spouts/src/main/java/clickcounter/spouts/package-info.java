/**
 * From messages to tuples. Main class: {@link clickcounter.spouts.JmsSpout}. {@link
 * clickcounter.spouts.PendingMessages} decides when a message is acknowledged and when a tuple is
 * emitted again; {@link clickcounter.spouts.MessageSplitter} makes tuples of lines; {@code
 * SpoutMetrics} registers every counter and gauge; {@link clickcounter.spouts.RejectsBolt} sends
 * rejected lines to their queue.
 *
 * <p>Runs on Storm's executor threads. Knows no store and no counting.
 */
package clickcounter.spouts;
