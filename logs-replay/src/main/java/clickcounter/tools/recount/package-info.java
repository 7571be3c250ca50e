/**
 * Builds documents anew from the archives: see {@link clickcounter.tools.recount.Recount} for a few
 * ads or a counter beside live traffic, and {@link clickcounter.tools.recount.RecountEverything}
 * for all documents of an empty bucket type.
 */
package clickcounter.tools.recount;
