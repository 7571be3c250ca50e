/**
 * Makes traffic: days of events with a known right answer ({@link
 * clickcounter.tools.generate.Generator}), and services that log now ({@link
 * clickcounter.tools.generate.LiveServices}).
 */
package clickcounter.tools.generate;
