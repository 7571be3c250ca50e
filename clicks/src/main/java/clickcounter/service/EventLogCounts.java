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
    return new PrometheusText("clickcounter_log_")
        .counter("written_events_total", "Events in the archive.")
        .value(written)
        .counter("sent_events_total", "Events that are in the queue.")
        .value(sent)
        .counter("left_out_events_total", "Events that are in the archive only.")
        .value(leftOut)
        .counter("refused_events_total", "Events that could not be written to the archive.")
        .value(refused)
        .gauge("waiting_events", "Events in the buffer or being sent.")
        .value(waiting)
        .toString();
  }
}
