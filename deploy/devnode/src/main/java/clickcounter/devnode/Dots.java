package clickcounter.devnode;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * Gives each write a number that is larger than all before it, restarts included, so that a key
 * which was deleted and made again never meets a context that covers it by accident.
 *
 * <p>It begins with the time in microseconds. So that holds below a million writes a second, unless
 * the clock is set back between two runs.
 */
final class Dots {

  /** In microseconds: twelve days. More than a clock can have been wrong by. */
  private static final long MAX_AHEAD = 1L << 40;

  private long last;

  Dots(InstantSource clock) {
    last = micros(clock);
  }

  Dots() {
    this(Clock.systemUTC());
  }

  static long micros(InstantSource clock) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
  }

  /**
   * Whether this node can have given the dot, now or before a restart. Any other is made up, and to
   * believe it would use up the numbers.
   */
  synchronized boolean mayHaveGiven(long dot) {
    return dot - last <= MAX_AHEAD;
  }

  /** A dot above the context too. */
  synchronized long nextAfter(long context) {
    last = Math.addExact(Math.max(last, context), 1);
    return last;
  }
}
