package clickcounter.local;

import clickcounter.cli.DaemonThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What log-ins cost. A genuine Riak takes 0.65 to 0.85 s of processor for each, and goes on with it
 * when the client has gone. This plays one core, which all log-ins that have begun share.
 */
final class LogInCosts implements Consumer<Runnable> {
  private static final long STEP_MS = 10;

  private final double costMs;
  private final List<LogIn> begun = new ArrayList<>();
  private int most;

  private static final class LogIn {
    private final Runnable end;
    private double leftMs;

    private LogIn(double leftMs, Runnable end) {
      this.leftMs = leftMs;
      this.end = end;
    }
  }

  /**
   * @param costMs of processor for each
   */
  LogInCosts(long costMs) {
    this.costMs = costMs;
    Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("devnode-log-ins"))
        .scheduleAtFixedRate(this::step, STEP_MS, STEP_MS, TimeUnit.MILLISECONDS);
  }

  /** Begins a log-in; its end is called when it has had its time. */
  @Override
  public synchronized void accept(Runnable end) {
    begun.add(new LogIn(costMs, end));
    most = Math.max(most, begun.size());
  }

  private synchronized void step() {
    double shareMs = (double) STEP_MS / begun.size();
    begun.forEach(logIn -> logIn.leftMs -= shareMs);
    begun.stream().filter(logIn -> logIn.leftMs <= 0).forEach(LogInCosts::end);
    begun.removeIf(logIn -> logIn.leftMs <= 0);
  }

  private static void end(LogIn logIn) {
    try {
      logIn.end.run();
    } catch (RejectedExecutionException e) {
      return; // The node has stopped.
    }
  }

  /** How many were under way at one time, at most. */
  synchronized int most() {
    return most;
  }
}
