package clickcounter.bolts;

import java.time.Clock;

/** The clock of deferrals and of "known since": UTC, which may jump by what NTP corrects. */
final class Clocks {
  private static final Clock UTC = Clock.systemUTC();

  private Clocks() {}

  static long millis() {
    return UTC.millis();
  }
}
