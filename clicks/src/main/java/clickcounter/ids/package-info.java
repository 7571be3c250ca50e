/**
 * Sets of event numbers. {@link clickcounter.ids.GapList} holds what one counter has counted and
 * what it misses; {@link clickcounter.ids.LongRanges} is a compact set with a text form.
 *
 * <p>May not know what the numbers stand for: no events, no documents.
 */
package clickcounter.ids;
