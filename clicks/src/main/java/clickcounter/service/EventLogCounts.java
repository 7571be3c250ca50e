package clickcounter.service;

/**
 * What became of a counter's events: {@code written = sent + leftOut + waiting}. Alert when {@code
 * leftOut} grows (a replay is due) or {@code refused} does (the archive's disk).
 *
 * @param written in the archive, the close event included; a call under way may not be in it yet
 * @param sent the transport said that the queue has them
 * @param leftOut in the archive only, as far as is known
 * @param waiting in the buffer or on the way
 * @param refused calls that made no event, because it could not be written
 */
public record EventLogCounts(long written, long sent, long leftOut, long waiting, long refused) {}
