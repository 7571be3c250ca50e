package clickcounter.tools.ship;

import clickcounter.service.PrometheusText;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * How far shipping is behind.
 *
 * @param directories in the order in which they were named
 * @param brokerAway whether the last message could not be sent
 * @param positionFailures how often the position file could not be written
 */
public record Lag(List<DirectoryLag> directories, boolean brokerAway, long positionFailures) {
  public Lag {
    directories = List.copyOf(directories);
  }

  /**
   * The lag of one directory.
   *
   * @param sentLines lines that the broker has confirmed since the start
   * @param unsentBytes bytes in files that the broker has not confirmed, half lines included; of a
   *     compressed file all its bytes on disk, until all of it is sent
   * @param oldestUnsentMs age of the oldest line that was not confirmed, or since when the
   *     directory cannot be read; 0 if there is none. A half line has no age
   * @param files event files that are there
   */
  public record DirectoryLag(
      Path directory, long sentLines, long unsentBytes, long oldestUnsentMs, long files) {
    /** With one more file. */
    DirectoryLag plus(long unsentInFile, long oldestInFileMs) {
      return new DirectoryLag(
          directory,
          sentLines,
          unsentBytes + unsentInFile,
          Math.max(oldestUnsentMs, oldestInFileMs),
          files + 1);
    }
  }

  public long sentLines() {
    return directories.stream().mapToLong(DirectoryLag::sentLines).sum();
  }

  public long unsentBytes() {
    return directories.stream().mapToLong(DirectoryLag::unsentBytes).sum();
  }

  public long oldestUnsentMs() {
    return directories.stream().mapToLong(DirectoryLag::oldestUnsentMs).max().orElse(0);
  }

  /**
   * The text format of Prometheus, as node exporter's textfile collector reads it.
   *
   * @param nowMs ms since the epoch
   */
  public String prometheus(long nowMs) {
    PrometheusText text = new PrometheusText("clickcounter_ship_");
    text.counter("sent_lines_total", "lines that the broker confirmed since the start");
    each(text, d -> Long.toString(d.sentLines()));
    text.gauge("unsent_bytes", "bytes in files that the broker has not confirmed");
    each(text, d -> Long.toString(d.unsentBytes()));
    text.gauge("oldest_unsent_seconds", "age of the oldest line that is not confirmed");
    each(text, d -> seconds(d.oldestUnsentMs()));
    text.gauge("files", "event files that are there");
    each(text, d -> Long.toString(d.files()));
    return text.gauge("broker_up", "0 while the broker cannot be reached")
        .value(brokerAway ? 0 : 1)
        .counter("position_failures_total", "failed writes of the position file")
        .value(positionFailures)
        .gauge("updated_timestamp_seconds", "when this file was written")
        .value(seconds(nowMs))
        .toString();
  }

  private void each(PrometheusText text, Function<DirectoryLag, String> value) {
    directories.forEach(d -> text.value("directory", d.directory().toString(), value.apply(d)));
  }

  private static String seconds(long ms) {
    return String.format(Locale.ROOT, "%.3f", ms / 1_000.0);
  }
}
