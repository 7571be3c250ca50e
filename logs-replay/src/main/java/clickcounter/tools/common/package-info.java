/**
 * What the commands share: options that say where Riak and the broker are, files that are named,
 * how far a reading is, and how numbers, times and documents are printed.
 */
package clickcounter.tools.common;
