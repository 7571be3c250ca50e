package clickcounter.local;

import me.tongfei.progressbar.ProgressBarConsumer;

/** Discards a progress bar where there is no terminal to draw it on. */
final class SilentConsumer implements ProgressBarConsumer {
  private static final int COLUMNS = 80;

  @Override
  public int getMaxRenderedLength() {
    return COLUMNS;
  }

  @Override
  public void accept(String rendered) {
    // The caller prints plain lines instead.
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
