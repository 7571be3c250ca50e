/**
 * Measures the pipeline, the ceiling that bounds it, and a month. {@link
 * clickcounter.benchmark.BenchmarkCommand} runs the parts and prints them.
 */
package clickcounter.benchmark;
