package clickcounter.ids;

/**
 * A range of ids (both ends inclusive) that have not been counted, when that became known, and the
 * last decision of an operator about it (null for none).
 */
public record Gap(long from, long to, long sinceMs, WriteOff writeOff) {
  public Gap {
    LongRanges.requireRange(from, to);
  }

  /** Whether an operator has decided that these ids will never come. */
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

  /** The gap that two lists have in common, with what they know together. */
  Gap meet(Gap other) {
    return new Gap(
        Math.max(from, other.from),
        Math.min(to, other.to),
        Math.min(sinceMs, other.sinceMs),
        WriteOff.winner(writeOff, other.writeOff));
  }
}
