package clickcounter.broker;

import me.tongfei.progressbar.ProgressBarConsumer;

/** Takes a progress bar where there is no terminal to draw it on. */
public final class SilentConsumer implements ProgressBarConsumer {
  private static final int COLUMNS = 80;

  @Override
  public int getMaxRenderedLength() {
    return COLUMNS;
  }

  @Override
  public void accept(String rendered) {
    // Plain lines are printed instead.
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
