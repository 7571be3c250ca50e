package clickcounter.cli;

import clickcounter.service.PrometheusText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/**
 * The option {@code --metrics-file} of commands that run long. The file is replaced as a whole, so
 * that a reader finds either the old text or the new one. Each value has the file's path as a
 * label: node exporter adds none, and refuses one series from two files.
 */
public final class MetricsFile {
  private static final long MS_PER_SECOND = 1_000;

  @Option(
      names = "--metrics-file",
      paramLabel = "FILE",
      description =
          "Write metrics in Prometheus' text format, for node exporter's textfile collector")
  private Path file;

  private boolean fails;
  private String last = "";

  public boolean isGiven() {
    return file != null;
  }

  /**
   * Writes the file, if one was named.
   *
   * @param complaint gets why it could not be written, the first time; the work goes on
   */
  public void write(String text, Consumer<String> complaint) {
    if (file == null) {
      return;
    }
    last = text;
    String named =
        PrometheusText.labelled(text, "file", file.toAbsolutePath().normalize().toString());
    try {
      AtomicFile.replace(file, named.getBytes(StandardCharsets.UTF_8));
      fails = false;
    } catch (IOException e) {
      if (!fails) {
        fails = true;
        complaint.accept("metrics file, trying again: " + IoErrors.message(e));
      }
    }
  }

  /**
   * Adds when a command has ended to what was written last, and how. A file without that is of a
   * command that runs, or was interrupted.
   *
   * @param text to which the command may have added more
   * @param status the exit code
   */
  public void ended(PrometheusText text, long nowMs, int status, Consumer<String> complaint) {
    text.gauge("ended_timestamp_seconds", "when it had its result")
        .value(nowMs / MS_PER_SECOND)
        .gauge("exit_code", "its exit code")
        .value(status);
    write(last + text, complaint);
  }
}
