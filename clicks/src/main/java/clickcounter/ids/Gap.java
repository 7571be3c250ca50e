package clickcounter.ids;

/**
 * A range of ids (both ends included) that have not been counted, since when that is known, and
 * what an operator last decided about it (null if nothing).
 */
public record Gap(long from, long to, long sinceMs, WriteOff writeOff) {
  public Gap {
    LongRanges.requireRange(from, to);
  }

  /** True if nobody waits for these ids any more. */
  public boolean isWrittenOff() {
    return WriteOff.holds(writeOff);
  }

  /** The number of ids, at most {@link Long#MAX_VALUE}. */
  public long size() {
    long size = to - from + 1;
    return size < 0 ? Long.MAX_VALUE : size;
  }

  Gap part(long partFrom, long partTo) {
    return new Gap(Math.max(from, partFrom), Math.min(to, partTo), sinceMs, writeOff);
  }

  Gap with(WriteOff newWriteOff) {
    return new Gap(from, to, sinceMs, newWriteOff);
  }

  /** What two lists know of ids that both miss. */
  Gap meet(Gap other) {
    return new Gap(
        Math.max(from, other.from),
        Math.min(to, other.to),
        Math.min(sinceMs, other.sinceMs),
        WriteOff.winner(writeOff, other.writeOff));
  }
}
