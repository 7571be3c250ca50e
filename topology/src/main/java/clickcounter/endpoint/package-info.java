/**
 * Serves what a worker tells by HTTP: its metrics in Prometheus' format. {@link
 * clickcounter.metrics.Metric} is the table of the metrics.
 */
package clickcounter.endpoint;
