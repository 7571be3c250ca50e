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
public record EventLogCounts(long written, long sent, long leftOut, long waiting, long refused) {
  /**
   * The same in Prometheus' text format, for the endpoint of a service that has one:
   *
   * <pre>
   * # HELP clickcounter_log_written_events_total Events in the archive.
   * # TYPE clickcounter_log_written_events_total counter
   * clickcounter_log_written_events_total 4711
   * </pre>
   */
  public String prometheus() {
    return counter("written_events", "Events in the archive.", written)
        + counter("sent_events", "Events that are in the queue.", sent)
        + counter("left_out_events", "Events that are in the archive only.", leftOut)
        + counter("refused_events", "Events that could not be written to the archive.", refused)
        + metric("waiting_events", "gauge", "Events in the buffer or being sent.", waiting);
  }

  private static String counter(String name, String help, long value) {
    return metric(name + "_total", "counter", help, value);
  }

  private static String metric(String name, String type, String help, long value) {
    return "# HELP clickcounter_log_%1$s %3$s\n# TYPE clickcounter_log_%1$s %2$s\nclickcounter_log_%1$s %4$d\n"
        .formatted(name, type, help, value);
  }
}
