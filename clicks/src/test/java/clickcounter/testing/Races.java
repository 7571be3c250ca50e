package clickcounter.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.LincheckSettings;

/**
 * Tries the interleavings of a few threads systematically, with Lincheck's model checker. It
 * decides at each access to shared memory which thread continues. So it finds a race without luck,
 * and shows the interleaving that leads to it.
 */
public final class Races {
  /** Interleavings of each scenario. The racy twins in the tests are found within far fewer. */
  public static final int INTERLEAVINGS = Integer.getInteger("clickcounter.interleavings", 30);

  /**
   * The collections and locks of the JDK are trusted and not explored, which would be much slower.
   */
  private static final LincheckSettings JDK_IS_TRUSTED = new LincheckSettings(false);

  private static final int ATTEMPTS = 4;

  private Races() {}

  /** One part of a scenario, on a thread of its own. */
  @FunctionalInterface
  public interface Part {
    void run() throws Exception;
  }

  /** Fails when an interleaving of the threads that the scenario starts throws or hangs. */
  public static void none(Part scenario) {
    none(INTERLEAVINGS, scenario);
  }

  /** Like {@link #none(Part)}, for a scenario with long interleavings. */
  public static void none(int interleavings, Part scenario) {
    // Runs once without the checker. Otherwise a class that one thread initialises while another
    // waits would look like a hang.
    run(scenario);
    check(interleavings, scenario);
  }

  private static void check(int interleavings, Part scenario) {
    for (int attempt = 1; !checked(interleavings, scenario, attempt == ATTEMPTS); attempt++) {
      // The machine was too busy: try once more.
    }
  }

  /**
   * False when the checker gave up: it allows 30 s for one interleaving, which a busy machine
   * exceeds. It reports a real hang as an interleaving.
   */
  private static boolean checked(int interleavings, Part scenario, boolean last) {
    try {
      Lincheck.runConcurrentTestInternal$lincheck(
          interleavings, JDK_IS_TRUSTED, () -> run(scenario));
      return true;
    } catch (LincheckAssertionError e) {
      String report = String.valueOf(e.getMessage());
      boolean timeUp = report.contains("has hung") && !report.contains("interleaving leads to");
      if (timeUp && !last) {
        return false;
      }
      throw e;
    }
  }

  /** Whether the checker finds a faulty interleaving. Shows that a check can fail. */
  public static boolean found(Part scenario) {
    return found(INTERLEAVINGS, scenario);
  }

  /** The same in so many interleavings. */
  public static boolean found(int interleavings, Part scenario) {
    try {
      run(scenario);
    } catch (AssertionError e) {
      // The threads may race without the checker, too. The question is whether the checker sees it.
    }
    try {
      check(interleavings, scenario);
      return false;
    } catch (LincheckAssertionError e) {
      return true;
    }
  }

  /** Runs the parts at the same time and returns when all have ended. */
  public static void runTogether(Part... parts) throws InterruptedException {
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (Part part : parts) {
      threads.add(
          new Thread(
              () -> {
                try {
                  part.run();
                } catch (Throwable e) {
                  failures.add(e);
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    if (!failures.isEmpty()) {
      throw new AssertionError("a part failed: " + failures.peek(), failures.peek());
    }
  }

  /** An assertion that costs the checker few steps. */
  public static void require(boolean condition, String claim) {
    if (!condition) {
      throw new AssertionError(claim);
    }
  }

  private static void run(Part scenario) {
    try {
      scenario.run();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
