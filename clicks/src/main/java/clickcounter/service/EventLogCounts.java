package clickcounter.service;

/**
 * What has become of a counter's events: {@code written = sent + leftOut + waiting}. Alert when
 * {@code leftOut} grows (a replay is needed) or {@code refused} grows (the archive's disk has a
 * problem).
 *
 * @param written events in the archive, including the close event; a call under way may be missing
 * @param sent events that the transport says are in the queue
 * @param leftOut events that are in the archive only, as far as is known
 * @param waiting events in the buffer or being sent
 * @param refused calls that threw {@link EventNotWrittenException}
 */
public record EventLogCounts(long written, long sent, long leftOut, long waiting, long refused) {}
