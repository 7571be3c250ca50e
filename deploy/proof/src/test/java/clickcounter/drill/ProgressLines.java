package clickcounter.drill;

import clickcounter.cli.DaemonThreads;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Prints every ten seconds which drill runs, and what it waits for. */
final class ProgressLines implements AutoCloseable {
  private static final long EVERY_S = 10;

  private final LongSupplier nanoTime;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("drill-progress"));

  private volatile String drill = "";
  private volatile Doing doing;

  private record Doing(String what, long sinceNs) {}

  private ProgressLines(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    doing("getting ready");
  }

  /** Prints nothing by itself. */
  static ProgressLines silent(LongSupplier nanoTime) {
    return new ProgressLines(nanoTime);
  }

  static ProgressLines start(Consumer<String> lines) {
    ProgressLines progress = new ProgressLines(System::nanoTime);
    progress.timer.scheduleAtFixedRate(
        () -> lines.accept(progress.line()), EVERY_S, EVERY_S, TimeUnit.SECONDS);
    return progress;
  }

  /** A drill begins. */
  void begin(String name) {
    drill = name;
    doing = new Doing("setting up", nanoTime.getAsLong());
  }

  /** What the drill does from now on. */
  void doing(String what) {
    if (doing == null || !doing.what().equals(what)) {
      doing = new Doing(what, nanoTime.getAsLong());
    }
  }

  String line() {
    Doing now = doing;
    long seconds = (nanoTime.getAsLong() - now.sinceNs()) / 1_000_000_000;
    return String.format(Locale.ROOT, "drill %s: %s (%d s)", drill, now.what(), seconds);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
