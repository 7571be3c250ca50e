package clickcounter.tools.common;

import clickcounter.cli.Progress;
import clickcounter.cli.Terminal;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/** Shows the progress of a scan of files, in bytes, events and files. Thread-safe. */
public final class FileProgress implements ScanProgress, AutoCloseable {
  private final Progress progress;
  private final int files;
  private final AtomicLong events = new AtomicLong();
  private final AtomicLong filesDone = new AtomicLong();

  public FileProgress(Terminal terminal, String task, ArchiveFiles files) {
    this.files = files.files().size();
    progress = Progress.of(terminal, task, files.totalBytes(), this::detail);
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
    progress.step(count);
  }

  @Override
  public void lines(long count) {
    events.addAndGet(count);
  }

  @Override
  public void file() {
    filesDone.incrementAndGet();
  }

  @Override
  public void close() {
    progress.close();
  }
}
