/**
 * Serves what a worker tells by HTTP: its metrics in Prometheus' format, and its busiest ads.
 * {@link clickcounter.metrics.Metric} is the table of the metrics.
 */
package clickcounter.endpoint;
