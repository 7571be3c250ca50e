/**
 * Storm's side of the tasks: {@link clickcounter.storm.AdsBolt} and {@link
 * clickcounter.storm.CountersBolt} carry tuples to them and their decisions back. {@code TaskLoop}
 * is the one thread of a task, {@code WorkerResources} holds what the tasks of a worker share, and
 * {@code BoltMetrics} registers every counter, histogram and gauge of the bolts.
 *
 * <p>Decides nothing about events: that is for {@code clickcounter.counting}. Knows no JMS.
 */
package clickcounter.storm;
