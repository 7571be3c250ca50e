/**
 * Makes traffic: days of events with a known right answer ({@link clickcounter.traffic.Generator}),
 * and services that log now ({@link clickcounter.traffic.LiveServices}).
 */
package clickcounter.traffic;
