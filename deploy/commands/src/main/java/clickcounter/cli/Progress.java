package clickcounter.cli;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/**
 * Shows the progress of long work: a line that is drawn again on an interactive terminal, otherwise
 * a line every ten seconds. Thread-safe.
 */
public final class Progress implements AutoCloseable {
  private static final long DRAW_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long LINE_EVERY_NS = TimeUnit.SECONDS.toNanos(10);

  /** Goes to the beginning of the terminal's line and deletes it. */
  private static final String FROM_THE_START = "\r\033[K";

  private final Terminal terminal;
  private final String task;
  private final long total;
  private final LongFunction<String> detail;
  private final long everyNs;
  private final long startNs = System.nanoTime();
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong nextNs;

  private Progress(
      Terminal terminal, String task, String unit, long total, LongFunction<String> detail) {
    this.terminal = terminal;
    this.task = task;
    this.total = total;
    this.detail = unit == null ? detail : ns -> count() + " " + unit;
    everyNs = terminal.interactive() ? DRAW_EVERY_NS : LINE_EVERY_NS;
    nextNs = new AtomicLong(startNs + everyNs);
  }

  /**
   * Progress of something with a size.
   *
   * @param detail the rest of a line, after the share that is done; the argument is the time since
   *     the start in ns
   */
  public static Progress of(
      Terminal terminal, String task, long total, LongFunction<String> detail) {
    return new Progress(terminal, task, null, total, detail);
  }

  /**
   * Progress in things that are counted one by one, such as {@code events}.
   *
   * @param total 0 if it is not known
   */
  public static Progress of(Terminal terminal, String task, String unit, long total) {
    return new Progress(terminal, task, unit, total, null);
  }

  private String count() {
    return Texts.number(done.get()) + (total == 0 ? "" : " of " + Texts.number(total));
  }

  public void step(long count) {
    done.addAndGet(count);
    long dueNs = nextNs.get();
    long nowNs = System.nanoTime();
    if (nowNs - dueNs >= 0 && nextNs.compareAndSet(dueNs, nowNs + everyNs)) {
      String line = line(nowNs - startNs);
      if (terminal.interactive()) {
        draw(line);
      } else {
        terminal.err().println(line);
      }
    }
  }

  private String line(long elapsedNs) {
    if (total == 0) {
      return task + ": " + detail.apply(elapsedNs);
    }
    double share = Math.min(1, (double) done.get() / total);
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

  /** Leaves an interactive terminal's line as if nothing had been drawn. */
  @Override
  public void close() {
    if (terminal.interactive()) {
      draw("");
    }
  }

  private void draw(String line) {
    terminal.drawing().print(FROM_THE_START + line);
    terminal.drawing().flush();
  }
}
