package clickcounter.check;

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
   */
  static Answer compare(String whose, long beforeMs, long theirsMs, long afterMs) {
    long ahead = Math.max(0, theirsMs - afterMs);
    long behind = Math.max(0, beforeMs - theirsMs);
    String clock = whose + " clock ";
    if (Math.max(ahead, behind) > MOST.toMillis()) {
      return Answer.fault(
          clock + (ahead > 0 ? "is " + ahead + " ms ahead" : "is " + behind + " ms behind"));
    }
    return Answer.ok(
        clock + "agrees to " + (Math.max(ahead, behind) + Math.max(0, afterMs - beforeMs)) + " ms");
  }
}
