package clickcounter.tools.documents;

import clickcounter.cli.NoVerdict;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Waits with the clock of the machine, but never for ever: a call that is not answered ends the
 * command.
 *
 * @param longestSilence for which an answer is waited for
 */
record RealWaits(Duration longestSilence) implements Waits {
  @Override
  public long nowMs() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  @Override
  public void pause(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  @Override
  public <A> A take(BlockingQueue<A> answers) {
    try {
      A answer = answers.poll(longestSilence.toNanos(), TimeUnit.NANOSECONDS);
      if (answer == null) {
        throw new NoVerdict(
            "the store did not answer for "
                + longestSilence.toSeconds()
                + " s; the log may say why. Run the same command again, it goes on");
      }
      return answer;
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static NoVerdict interrupted() {
    Thread.currentThread().interrupt();
    return new NoVerdict("interrupted; run the same command again, it goes on");
  }
}
