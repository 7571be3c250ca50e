package clickcounter.tools.documents;

import clickcounter.cli.NoVerdict;
import java.util.concurrent.TimeUnit;

/** How a tool waits before it tries again. */
public interface Pauses {
  /** Those of a person's time. */
  Pauses REAL =
      new Pauses() {
        @Override
        public long nowMs() {
          return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
        }

        @Override
        public void pause(long ms) {
          try {
            Thread.sleep(ms);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NoVerdict("interrupted; run the same command again");
          }
        }
      };

  /** A time that never goes back. */
  long nowMs();

  /**
   * Waits.
   *
   * @throws NoVerdict if the thread is interrupted
   */
  void pause(long ms);
}
