/**
 * Measures the pipeline and the ceilings that bound it. {@link
 * clickcounter.benchmark.BenchmarkCommand} runs the parts and prints them; {@code Bare…} measure
 * one part alone, without queue and Storm.
 */
package clickcounter.benchmark;
