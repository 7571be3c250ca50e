/** The command {@code series close}: the end of a month. */
package clickcounter.tools.series.close;
