package clickcounter.simulation;

import clickcounter.cli.DaemonThreads;
import java.io.PrintWriter;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Prints every ten seconds how far a long run is. */
public final class StillRunning implements AutoCloseable {
  private static final long EVERY_S = 10;

  private final ScheduledExecutorService timer;

  private StillRunning(ScheduledExecutorService timer) {
    this.timer = timer;
  }

  /**
   * Begins.
   *
   * @param end when it ends
   */
  public static StillRunning of(String what, String end, PrintWriter err) {
    return every(EVERY_S, TimeUnit.SECONDS, what, end, err);
  }

  static StillRunning every(long period, TimeUnit unit, String what, String end, PrintWriter err) {
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("still-running"));
    long start = System.nanoTime();
    timer.scheduleAtFixedRate(
        () -> {
          err.println(
              what
                  + ": "
                  + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start)
                  + " s of "
                  + end
                  + ", nothing broken so far");
          err.flush();
        },
        period,
        period,
        unit);
    return new StillRunning(timer);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
