/**
 * {@link clickcounter.metrics.Metric}, the table of all metrics of the topology: spouts and bolts
 * register them, workers serve them, and operators' commands read them by these names.
 */
package clickcounter.metrics;
