package clickcounter.states;

/**
 * Whether messages arrive.
 *
 * @param behindMs all messages have arrived that were sent longer ago than this; it grows while the
 *     feed is away, and is a second or so while it is connected and nothing waits
 * @param reason why it is not connected, for people; empty while it is
 */
public record FeedStatus(boolean connected, long behindMs, String reason) {}
