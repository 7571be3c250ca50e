/**
 * Rebuilds documents from the archives: a few ads or counters of a paused topology, or all
 * documents of an empty bucket type ({@link clickcounter.tools.recount.Recount}).
 */
package clickcounter.tools.recount;
