package clickcounter.console;

import clickcounter.cli.DaemonThreads;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Where the workers of a topology serve their metrics, from what Nimbus has assigned. Nimbus is
 * asked every ten seconds by a thread of its own; until it answers, the workers are those that it
 * named last.
 */
final class WorkerEndpoints implements Endpoints {
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final long NOT_ASKING = Long.MIN_VALUE;

  private final Assigned assigned;
  private final AtomicLong askingSinceNanos = new AtomicLong(NOT_ASKING);
  private final Executor asker =
      Executors.newSingleThreadExecutor(DaemonThreads.named("console-nimbus"));
  private volatile List<URI> found = List.of();
  private volatile String trouble;
  private volatile long askedAtNanos = System.nanoTime() - EVERY_NANOS;

  /** Asks Nimbus. */
  interface Assigned {
    List<URI> workers() throws IOException;
  }

  WorkerEndpoints(Assigned assigned) {
    this.assigned = assigned;
  }

  @Override
  public List<URI> all() {
    long nowNanos = System.nanoTime();
    if (nowNanos - askedAtNanos >= EVERY_NANOS
        && askingSinceNanos.compareAndSet(NOT_ASKING, nowNanos)) {
      asker.execute(this::ask);
    }
    return found;
  }

  private void ask() {
    try {
      found = assigned.workers();
      trouble = null;
    } catch (IOException | RuntimeException e) {
      trouble = e.getMessage() + " The workers are those that it named last.";
    } finally {
      askedAtNanos = System.nanoTime();
      askingSinceNanos.set(NOT_ASKING);
    }
  }

  @Override
  public String trouble() {
    long since = askingSinceNanos.get();
    return since != NOT_ASKING && System.nanoTime() - since > SLOW_NANOS
        ? "it takes long. The workers are those that it named last."
        : trouble;
  }
}
