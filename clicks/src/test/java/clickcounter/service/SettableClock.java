package clickcounter.service;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until it is set. */
final class SettableClock extends Clock {
  private volatile Instant now;

  SettableClock(String now) {
    set(now);
  }

  void set(String newNow) {
    now = Instant.parse(newNow);
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("a test's clock has no zone");
  }
}
