package clickcounter.console;

import clickcounter.tools.table.Past;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The table of archives with the counters' documents as they were some minutes ago at most: reading
 * all counters takes seconds. It does not stay open longer, so that imports delete what is old.
 */
final class RecentPast implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RecentPast.class);
  private static final long KEPT_MINUTES = 5;

  private final Opening opening;
  private final ScheduledExecutorService closing =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "console-past");
            thread.setDaemon(true);
            return thread;
          });
  private Past past;

  /** Opens it; null if there is no table. */
  interface Opening {
    Past open() throws IOException;
  }

  /** Asks it. */
  interface Question<T> {
    T of(Past past) throws IOException;
  }

  RecentPast(Opening opening) {
    this.opening = opening;
  }

  /** Asks one question after the other; of null if there is no table. */
  synchronized <T> T ask(Question<T> question) throws IOException {
    if (past == null) {
      past = opening.open();
      if (past != null) {
        closing.schedule(this::closePast, KEPT_MINUTES, TimeUnit.MINUTES);
      }
    }
    return question.of(past);
  }

  private synchronized void closePast() {
    try (Past old = past) {
      past = null;
    } catch (IOException e) {
      LOG.warn("the table could not be closed", e);
    }
  }

  @Override
  public void close() {
    closing.shutdownNow();
    closePast();
  }
}
