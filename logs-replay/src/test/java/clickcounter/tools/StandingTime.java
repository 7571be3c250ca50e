package clickcounter.tools;

import clickcounter.tools.documents.Waits;
import java.util.concurrent.BlockingQueue;

/** A pause is over at once, and time is later by as much. */
public final class StandingTime implements Waits {
  private long nowMs;

  /** Runs in each pause. */
  public Runnable inPause = () -> {};

  @Override
  public long nowMs() {
    return nowMs;
  }

  @Override
  public void pause(long ms) {
    nowMs += ms;
    inPause.run();
  }

  @Override
  public <A> A take(BlockingQueue<A> answers) {
    return answers.remove();
  }
}
