package clickcounter.cli;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows how far long work is: a bar where somebody watches, else a line every ten seconds.
 * Thread-safe.
 */
public final class Progress implements ScanProgress, AutoCloseable {
  private static final long LINE_EVERY_NS = TimeUnit.SECONDS.toNanos(10);

  private final Terminal terminal;
  private final String task;
  private final String unit;
  private final long most;
  private final int files;
  private final ProgressBar bar;
  private final long startNs = System.nanoTime();
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong events = new AtomicLong();
  private final AtomicLong filesDone = new AtomicLong();
  private final AtomicLong nextLineNs = new AtomicLong(startNs + LINE_EVERY_NS);

  private Progress(
      Terminal terminal, String task, String unit, long unitSize, long most, int files) {
    this.terminal = terminal;
    this.task = task;
    this.unit = unit;
    this.most = most;
    this.files = files;
    bar =
        !terminal.interactive()
            ? null
            : new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(most)
                .setUnit(" " + unit, unitSize)
                .setStyle(ProgressBarStyle.ASCII)
                .setConsumer(new ConsoleProgressBarConsumer(terminal.err(), 100))
                .build();
  }

  /** Reading files: how far it is, is told by their bytes. */
  public static Progress ofFiles(Terminal terminal, String task, int files, long bytes) {
    return new Progress(terminal, task, "MB", 1_000_000, bytes, files);
  }

  public static Progress of(Terminal terminal, String task, String unit, long most) {
    return new Progress(terminal, task, unit, 1, most, 0);
  }

  public void step(long count) {
    long now = done.addAndGet(count);
    if (bar != null) {
      bar.stepTo(now);
      return;
    }
    long dueNs = nextLineNs.get();
    long nowNs = System.nanoTime();
    if (nowNs - dueNs >= 0 && nextLineNs.compareAndSet(dueNs, nowNs + LINE_EVERY_NS)) {
      terminal.err().println(line(now, nowNs));
    }
  }

  private String line(long now, long nowNs) {
    double share = most == 0 ? 1 : Math.min(1, (double) now / most);
    double seconds = (nowNs - startNs) / 1e9;
    long remaining = share <= 0 ? 0 : Math.round(seconds / share - seconds);
    String text =
        String.format(Locale.ROOT, "%s: %.0f%%, %d s to go", task, share * 100, remaining);
    if (files == 0) {
      return text + ", " + number(now) + " of " + number(most) + " " + unit;
    }
    return text
        + String.format(
            Locale.ROOT,
            ", %s events, %s a second, %d of %d files",
            number(events.get()),
            number(Math.round(events.get() / seconds)),
            filesDone.get(),
            files);
  }

  @Override
  public void bytes(long count) {
    step(count);
  }

  @Override
  public void lines(long count) {
    long now = events.addAndGet(count);
    if (bar != null) {
      bar.setExtraMessage(number(now) + " events, " + filesDone.get() + " of " + files + " files");
    }
  }

  @Override
  public void file() {
    filesDone.incrementAndGet();
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
