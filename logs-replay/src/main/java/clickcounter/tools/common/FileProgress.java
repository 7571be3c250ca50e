package clickcounter.tools.common;

import clickcounter.cli.MetricsFile;
import clickcounter.cli.Progress;
import clickcounter.cli.Terminal;
import clickcounter.service.PrometheusText;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Shows the progress of a scan of files, in bytes, events and files, and writes it to the file of
 * metrics every five seconds and at the end. Thread-safe.
 */
public final class FileProgress implements ScanProgress, AutoCloseable {
  private static final long METRICS_EVERY_NS = TimeUnit.SECONDS.toNanos(5);

  private final Terminal terminal;
  private final String task;
  private final Progress progress;
  private final MetricsFile metrics;
  private final int files;
  private final long totalBytes;
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong events = new AtomicLong();
  private final AtomicLong filesDone = new AtomicLong();
  private final AtomicLong nextMetricsNs = new AtomicLong(System.nanoTime());

  public FileProgress(Terminal terminal, String task, ArchiveFiles files) {
    this(terminal, task, files, new MetricsFile());
  }

  public FileProgress(Terminal terminal, String task, ArchiveFiles files, MetricsFile metrics) {
    this.terminal = terminal;
    this.task = task;
    this.metrics = metrics;
    this.files = files.files().size();
    totalBytes = files.totalBytes();
    progress = Progress.of(terminal, task, totalBytes, this::detail);
  }

  private String detail(long elapsedNs) {
    return String.format(
        Locale.ROOT,
        "%,d events, %,d a second, %d of %d files",
        events.get(),
        Math.round(events.get() / (elapsedNs / 1e9)),
        filesDone.get(),
        files);
  }

  @Override
  public void bytes(long count) {
    bytes.addAndGet(count);
    progress.step(count);
    long dueNs = nextMetricsNs.get();
    long nowNs = System.nanoTime();
    if (metrics.isGiven()
        && nowNs - dueNs >= 0
        && nextMetricsNs.compareAndSet(dueNs, nowNs + METRICS_EVERY_NS)) {
      writeMetrics(true);
    }
  }

  @Override
  public void lines(long count) {
    events.addAndGet(count);
  }

  @Override
  public void file() {
    filesDone.incrementAndGet();
  }

  private synchronized void writeMetrics(boolean running) {
    PrometheusText text =
        new PrometheusText("clickcounter_" + task.replace(' ', '_') + "_")
            .gauge("running", "1 while it reads files")
            .value(running ? 1 : 0)
            .counter("read_bytes_total", "bytes that were read")
            .value(bytes.get())
            .gauge("bytes", "bytes of all files")
            .value(totalBytes)
            .counter("read_events_total", "event lines that were read")
            .value(events.get())
            .counter("read_files_total", "files that were read to their end")
            .value(filesDone.get())
            .gauge("files", "files to read")
            .value(files);
    metrics.write(text.toString(), line -> terminal.err().println(task + ": " + line));
  }

  @Override
  public void close() {
    progress.close();
    writeMetrics(false);
  }
}
