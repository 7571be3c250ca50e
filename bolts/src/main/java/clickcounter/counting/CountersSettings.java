package clickcounter.counting;

import clickcounter.count.WriteLimits;
import java.io.Serializable;
import java.util.Objects;

/**
 * What bounds one counters task.
 *
 * @param writes the bounds of deferred writes
 * @param confirmAfterMs after its last put a counter that fell silent is written once more, to
 *     confirm it
 * @param maxSequenceJump how far above its counter's highest a sequence may be
 * @param maxHeldDeliveries in memory, above which deliveries are failed at once
 * @param idleMs after which a counter's document is dropped from memory
 * @param blockedRetryMs after which a blocked document is read again
 */
public record CountersSettings(
    WriteLimits writes,
    long confirmAfterMs,
    long maxSequenceJump,
    int maxHeldDeliveries,
    long idleMs,
    long blockedRetryMs)
    implements Serializable {
  public CountersSettings {
    Objects.requireNonNull(writes, "writes");
    if (confirmAfterMs < 0
        || maxSequenceJump < 1
        || maxHeldDeliveries < 1
        || idleMs < 0
        || blockedRetryMs < 0) {
      throw new IllegalArgumentException(
          "counters: expected confirmAfterMs >= 0, maxSequenceJump >= 1, maxHeldDeliveries >= 1, idleMs >= 0, blockedRetryMs >= 0, found "
              + confirmAfterMs
              + ", "
              + maxSequenceJump
              + ", "
              + maxHeldDeliveries
              + ", "
              + idleMs
              + ", "
              + blockedRetryMs);
    }
  }

  /** The share of one of several tasks of a worker that together keep these bounds. */
  public CountersSettings dividedBy(int tasks) {
    return new CountersSettings(
        writes.dividedBy(tasks),
        confirmAfterMs,
        maxSequenceJump,
        Math.max(1, maxHeldDeliveries / tasks),
        idleMs,
        blockedRetryMs);
  }
}
