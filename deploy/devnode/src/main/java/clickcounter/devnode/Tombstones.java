package clickcounter.devnode;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** How long a deleted key counts as deleted, and appears in listings, before it is unknown. */
final class Tombstones {

  /** Riak's ensembles take longer: a key was still listed 9 s after its deletion. */
  private static final int CONSISTENT_FACTOR = 10;

  private final InstantSource clock;
  private final long lifeMicros;

  Tombstones(InstantSource clock, Duration life) {
    this.clock = clock;
    this.lifeMicros = life.toNanos() / 1_000;
  }

  /** An expired tombstone counts as absent. The next write removes it from the disk. */
  boolean isReaped(StoredSiblings stored, boolean consistent) {
    return stored.isAbsentOrDeleted()
        && stored.isDeletedSince(nowMicros() - lifeMicros * (consistent ? CONSISTENT_FACTOR : 1));
  }

  long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
  }
}
