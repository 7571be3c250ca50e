package clickcounter.tools.ship;

import clickcounter.service.PrometheusText;
import java.util.Locale;

/**
 * How far shipping is behind.
 *
 * @param sentLines lines that the broker has confirmed since the start
 * @param unsentBytes bytes in files that the broker has not confirmed, half lines included; of a
 *     compressed file all its bytes on disk, until all of it is sent
 * @param oldestUnsentMs for how long something has been unsent, or a file or a directory could not
 *     be read, in this process; 0 if the last pass sent all. A half line is not counted
 * @param files event files that are there
 * @param brokerAway whether the last message could not be sent
 * @param positionFailures how often the position file could not be written
 */
public record Lag(
    long sentLines,
    long unsentBytes,
    long oldestUnsentMs,
    long files,
    boolean brokerAway,
    long positionFailures) {
  /**
   * The text format of Prometheus, as node exporter's textfile collector reads it.
   *
   * @param nowMs ms since the epoch
   */
  public String prometheus(long nowMs) {
    return new PrometheusText("clickcounter_ship_")
        .counter("sent_lines_total", "lines that the broker confirmed since the start")
        .value(sentLines)
        .gauge("unsent_bytes", "bytes in files that the broker has not confirmed")
        .value(unsentBytes)
        .gauge("oldest_unsent_seconds", "for how long lines have waited, in this process")
        .value(seconds(oldestUnsentMs))
        .gauge("files", "event files that are there")
        .value(files)
        .gauge("broker_up", "0 while the broker cannot be reached")
        .value(brokerAway ? 0 : 1)
        .counter("position_failures_total", "failed writes of the position file")
        .value(positionFailures)
        .gauge("updated_timestamp_seconds", "when this file was written")
        .value(seconds(nowMs))
        .toString();
  }

  private static String seconds(long ms) {
    return String.format(Locale.ROOT, "%.3f", ms / 1_000.0);
  }
}
