package clickcounter.drill;

import clickcounter.tools.generate.VerdictAuthor;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Judges clicks that services have logged, until the services have ended. */
final class JudgingThread extends Thread {
  private static final long EVERY_MS = 100;

  private final VerdictAuthor author;
  private final long closeWaitMs;

  private volatile boolean ending;
  private volatile IOException failure;

  /**
   * @param closeWaitMs the time for which its end waits for a broker that is down
   */
  JudgingThread(VerdictAuthor author, long closeWaitMs) {
    super("drill-judge");
    this.author = author;
    this.closeWaitMs = closeWaitMs;
    setDaemon(true);
  }

  void end() {
    ending = true;
  }

  void requireNoFailure() throws IOException {
    if (failure != null) {
      throw new IOException(getName() + ": " + failure.getMessage(), failure);
    }
  }

  @Override
  public void run() {
    try {
      while (!ending) {
        author.judge();
        TimeUnit.MILLISECONDS.sleep(EVERY_MS);
      }
      author.close(closeWaitMs);
    } catch (IOException e) {
      failure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
