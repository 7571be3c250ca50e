package clickcounter.counting;

import clickcounter.document.AdState;

/**
 * One of the busiest ads of a task.
 *
 * @param eventsPerMinute that came lately, duplicates included
 * @param documentBytes when it was last read or put
 * @param unsettled ids in the document
 * @param waitedMs how long its oldest event has waited for a put; 0 if none waits
 */
public record HotAd(
    String adId,
    double eventsPerMinute,
    AdState state,
    long budgetMicros,
    long spentMicros,
    int documentBytes,
    int unsettled,
    long waitedMs) {}
