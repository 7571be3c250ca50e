/** Serves the metrics of a worker to Prometheus. */
package clickcounter.metrics;
