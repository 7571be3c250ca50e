package clickcounter.testing;

import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * How long tests wait for what has to come. It ends a test that hangs, and claims nothing about
 * speed: a busy machine may stand still for many seconds.
 */
public final class Patience {
  public static final long LIMIT_S = 600;
  public static final int LIMIT_MS = (int) LIMIT_S * 1_000;

  private Patience() {}

  /** Waits until something is so. */
  public static ConditionFactory await() {
    return Awaitility.await().atMost(LIMIT_S, TimeUnit.SECONDS);
  }
}
