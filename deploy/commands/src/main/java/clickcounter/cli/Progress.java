package clickcounter.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows the progress of long work: a bar on an interactive terminal, otherwise a line every ten
 * seconds. Thread-safe.
 */
public final class Progress implements AutoCloseable {
  private static final long LINE_EVERY_NS = TimeUnit.SECONDS.toNanos(10);

  private final Terminal terminal;
  private final String task;
  private final long unitSize;
  private final long total;

  /**
   * The rest of a line, after the share that is done. The argument is the time since the start in
   * ns.
   */
  private final LongFunction<String> detail;

  private final ProgressBar bar;
  private final long startNs = System.nanoTime();
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong nextLineNs = new AtomicLong(startNs + LINE_EVERY_NS);

  private Progress(
      Terminal terminal,
      String task,
      String unit,
      long unitSize,
      long total,
      LongFunction<String> detail) {
    this.terminal = terminal;
    this.task = task;
    this.unitSize = unitSize;
    this.total = total;
    this.detail =
        detail == null
            ? ns ->
                Texts.number(done.get())
                    + (total == 0 ? "" : " of " + Texts.number(total))
                    + " "
                    + unit
            : detail;
    bar =
        !terminal.interactive()
            ? null
            : new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total)
                .setUnit(" " + unit, unitSize)
                .setStyle(ProgressBarStyle.ASCII)
                .setConsumer(new ConsoleProgressBarConsumer(terminal.bar(), 100))
                .build();
  }

  /**
   * Progress in bytes, shown in MB.
   *
   * @param detail the rest of a line, after the share that is done; the argument is the time since
   *     the start in ns
   */
  public static Progress ofBytes(
      Terminal terminal, String task, long bytes, LongFunction<String> detail) {
    return new Progress(terminal, task, "MB", 1_000_000, bytes, detail);
  }

  /**
   * Progress in things that are counted one by one, such as {@code events}.
   *
   * @param total 0 if it is not known
   */
  public static Progress of(Terminal terminal, String task, String unit, long total) {
    return new Progress(terminal, task, unit, 1, total, null);
  }

  /** Shows nothing. */
  public static Progress none() {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    return of(new Terminal(nowhere, nowhere, false), "", "", 0);
  }

  public void step(long count) {
    long now = done.addAndGet(count);
    if (bar != null) {
      bar.stepTo(now);
      bar.setExtraMessage(unitSize == 1 ? "" : detail.apply(System.nanoTime() - startNs));
      return;
    }
    long dueNs = nextLineNs.get();
    long nowNs = System.nanoTime();
    if (nowNs - dueNs >= 0 && nextLineNs.compareAndSet(dueNs, nowNs + LINE_EVERY_NS)) {
      terminal.err().println(line(now, nowNs - startNs));
    }
  }

  private String line(long now, long elapsedNs) {
    if (total == 0) {
      return task + ": " + detail.apply(elapsedNs);
    }
    double share = Math.min(1, (double) now / total);
    double seconds = elapsedNs / 1e9;
    long remaining = share <= 0 ? 0 : Math.round(seconds / share - seconds);
    return String.format(
        Locale.ROOT,
        "%s: %.0f%%, %d s left, %s",
        task,
        share * 100,
        remaining,
        detail.apply(elapsedNs));
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
