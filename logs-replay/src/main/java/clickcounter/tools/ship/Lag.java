package clickcounter.tools.ship;

import clickcounter.service.PrometheusText;
import java.util.Locale;

/**
 * How far shipping is behind.
 *
 * @param sentLines lines that the broker has confirmed since the start
 * @param unsentBytes bytes in files that the broker has not confirmed, half lines included; of a
 *     compressed file all its bytes on disk, until all of it is sent
 * @param oldestUnsentMs age of the oldest line that was not confirmed, or since when a directory
 *     cannot be read; 0 if there is none. A half line has no age
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
        .gauge("oldest_unsent_seconds", "age of the oldest line that is not confirmed")
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
