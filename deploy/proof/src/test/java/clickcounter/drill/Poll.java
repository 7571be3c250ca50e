package clickcounter.drill;

import java.io.IOException;

/** Waits for conditions by polling, and shows what it waits for. */
final class Poll {
  private static final long EVERY_MS = 100;

  private final ProgressLines progress;

  Poll(ProgressLines progress) {
    this.progress = progress;
  }

  /** Something that is to become true. An exception counts as "not yet", unless it is a breach. */
  interface Condition {
    boolean holds() throws IOException;
  }

  /** What a message says about a condition that does not hold. */
  interface Detail {
    String text();
  }

  /**
   * Waits until a condition holds.
   *
   * @param what is expected, such as {@code 2 consumers}
   * @throws Stuck if it does not hold in time
   */
  void until(String what, Condition condition, long withinMs, Detail detail)
      throws IOException, InterruptedException {
    progress.doing("waiting for " + what);
    long deadlineNs = System.nanoTime() + withinMs * 1_000_000;
    while (true) {
      IOException trouble = null;
      try {
        if (condition.holds()) {
          return;
        }
      } catch (Breach e) {
        throw e;
      } catch (IOException e) {
        trouble = e;
      }
      if (System.nanoTime() > deadlineNs) {
        throw new Stuck(
            "expected %s within %d s%s; %s"
                .formatted(
                    what,
                    withinMs / 1_000,
                    trouble == null ? "" : ": " + trouble.getMessage(),
                    detail.text()),
            trouble);
      }
      Thread.sleep(EVERY_MS);
    }
  }
}
