package clickcounter.devnode;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** How long a deleted key counts as deleted before it is unknown. */
record Tombstones(InstantSource clock) {
  /** As of Riak's {@code delete_mode}. */
  private static final long LIFE_MICROS = 3_000_000;

  /** An expired tombstone counts as absent. The next write removes it from the disk. */
  boolean isReaped(StoredSiblings stored) {
    return stored.isAbsentOrDeleted() && stored.isDeletedSince(nowMicros() - LIFE_MICROS);
  }

  long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
  }
}
