/** Checks whether what services write to archives is what is counted. */
package clickcounter.tools.check;
