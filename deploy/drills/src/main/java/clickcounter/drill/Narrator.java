package clickcounter.drill;

import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Says every ten seconds which drill runs and what it waits for. */
final class Narrator implements AutoCloseable {
  private static final long EVERY_S = 10;

  private final LongSupplier nanoTime;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "drill-narrator");
            thread.setDaemon(true);
            return thread;
          });

  private volatile String drill = "";
  private volatile Doing doing;

  private record Doing(String what, long sinceNs) {}

  private Narrator(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    doing("getting ready");
  }

  /** One that says nothing by itself. */
  static Narrator silent(LongSupplier nanoTime) {
    return new Narrator(nanoTime);
  }

  static Narrator start(Consumer<String> lines) {
    Narrator narrator = new Narrator(System::nanoTime);
    narrator.timer.scheduleAtFixedRate(
        () -> lines.accept(narrator.line()), EVERY_S, EVERY_S, TimeUnit.SECONDS);
    return narrator;
  }

  /** A drill begins. */
  void begin(String name) {
    drill = name;
    doing = new Doing("setting up", nanoTime.getAsLong());
  }

  /** What goes on from now on. */
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
