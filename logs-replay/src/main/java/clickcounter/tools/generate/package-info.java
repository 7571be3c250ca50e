/**
 * Makes a day of events with a known right answer ({@link clickcounter.tools.generate.Generator}).
 */
package clickcounter.tools.generate;
