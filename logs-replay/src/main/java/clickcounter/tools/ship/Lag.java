package clickcounter.tools.ship;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

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
   * @param oldestUnsentMs age of the oldest line that was not confirmed; 0 if there is none
   * @param files event files that are there
   */
  public record DirectoryLag(
      Path directory, long sentLines, long unsentBytes, long oldestUnsentMs, long files) {}

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
    StringBuilder text = new StringBuilder();
    help(text, "sent_lines_total", "counter", "lines that the broker confirmed since the start");
    directories.forEach(d -> line(text, "sent_lines_total", d, Long.toString(d.sentLines())));
    help(text, "unsent_bytes", "gauge", "bytes in files that the broker has not confirmed");
    directories.forEach(d -> line(text, "unsent_bytes", d, Long.toString(d.unsentBytes())));
    help(text, "oldest_unsent_seconds", "gauge", "age of the oldest line that is not confirmed");
    directories.forEach(d -> line(text, "oldest_unsent_seconds", d, seconds(d.oldestUnsentMs())));
    help(text, "files", "gauge", "event files that are there");
    directories.forEach(d -> line(text, "files", d, Long.toString(d.files())));
    help(text, "broker_up", "gauge", "0 while the broker cannot be reached");
    text.append("clickcounter_ship_broker_up ").append(brokerAway ? 0 : 1).append('\n');
    help(text, "position_failures_total", "counter", "failed writes of the position file");
    text.append("clickcounter_ship_position_failures_total ").append(positionFailures).append('\n');
    help(text, "updated_timestamp_seconds", "gauge", "when this file was written");
    text.append("clickcounter_ship_updated_timestamp_seconds ").append(seconds(nowMs)).append('\n');
    return text.toString();
  }

  private static void help(StringBuilder text, String name, String type, String help) {
    text.append("# HELP clickcounter_ship_").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE clickcounter_ship_").append(name).append(' ').append(type).append('\n');
  }

  private static void line(StringBuilder text, String name, DirectoryLag lag, String value) {
    String directory = lag.directory().toString();
    String escaped = directory.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    text.append("clickcounter_ship_").append(name).append("{directory=\"").append(escaped);
    text.append("\"} ").append(value).append('\n');
  }

  private static String seconds(long ms) {
    return String.format(Locale.ROOT, "%.3f", ms / 1_000.0);
  }
}
