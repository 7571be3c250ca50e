package clickcounter.cluster;

import clickcounter.tools.documents.Waits;
import java.util.concurrent.BlockingQueue;

/** A time that passes only while somebody waits. */
final class PausedTime implements Waits {
  private long nowMs;

  @Override
  public long nowMs() {
    return nowMs;
  }

  @Override
  public void pause(long ms) {
    nowMs += ms;
  }

  @Override
  public <A> A take(BlockingQueue<A> answers) {
    throw new UnsupportedOperationException();
  }
}
