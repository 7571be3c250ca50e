package clickcounter.check;

import java.io.IOException;
import java.time.Duration;

/** Compares a clock with that of this host. */
final class Clocks {
  /** With NTP clocks differ by less than a second; some tell whole seconds only. */
  private static final Duration MOST = Duration.ofSeconds(5);

  static final String EXPECTED =
      "no more than " + MOST.toSeconds() + " s from the clock of this host: run NTP on both";

  private Clocks() {}

  /**
   * @param whose "the broker's"
   * @param beforeMs when it was asked, by the clock of this host
   * @param theirsMs its answer
   * @param afterMs when the answer came
   * @throws IOException if they differ
   */
  static String compare(String whose, long beforeMs, long theirsMs, long afterMs)
      throws IOException {
    long ahead = Math.max(0, theirsMs - afterMs);
    long behind = Math.max(0, beforeMs - theirsMs);
    String clock = whose + " clock ";
    if (Math.max(ahead, behind) > MOST.toMillis()) {
      throw new IOException(
          clock + (ahead > 0 ? "is " + ahead + " ms ahead" : "is " + behind + " ms behind"));
    }
    return clock
        + "agrees to "
        + (Math.max(ahead, behind) + Math.max(0, afterMs - beforeMs))
        + " ms";
  }
}
