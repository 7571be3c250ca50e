package clickcounter.devnode;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** Stands still until a test moves it on. */
final class ManualClock implements InstantSource {

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2013-10-30T15:25:43.123456Z"));

  @Override
  public Instant instant() {
    return now.get();
  }

  void advance(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }
}
