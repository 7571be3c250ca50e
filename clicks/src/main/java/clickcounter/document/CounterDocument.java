package clickcounter.document;

import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import java.util.Objects;

/**
 * One version of a counter's document, as it is stored: how far the counter has come, and which ids
 * are missing.
 *
 * @param gaps what was counted; not to be changed
 * @param closed whether the counter ended properly: no higher sequence will come. An operator's
 *     close is in {@code gaps}
 * @param lastEventAtMs the latest timestamp of its events that their marks reported; it may be
 *     earlier than the true one, never later
 * @param unconfirmed ids that this write added, or that it read as unconfirmed: recorded, but only
 *     a later write confirms them; not to be changed
 */
public record CounterDocument(
    String counterId,
    GapList gaps,
    boolean closed,
    long lastEventAtMs,
    LongRanges unconfirmed,
    WriteStamp write,
    OtherFields other)
    implements CounterView, OtherFields.Version {
  public CounterDocument {
    Objects.requireNonNull(counterId, "counterId");
    Objects.requireNonNull(gaps, "gaps");
    Objects.requireNonNull(unconfirmed, "unconfirmed");
    Objects.requireNonNull(write, "write");
    Objects.requireNonNull(other, "other");
    if (lastEventAtMs < 0) {
      throw new IllegalArgumentException("lastEventAt: expected >= 0, found " + lastEventAtMs);
    }
    if (!unconfirmed.isEmpty() && unconfirmed.last() >= gaps.next()) {
      throw new IllegalArgumentException(
          "unconfirmed: expected ids below next=" + gaps.next() + ", found " + unconfirmed);
    }
  }

  public CounterDocument(
      String counterId,
      GapList gaps,
      boolean closed,
      long lastEventAtMs,
      LongRanges unconfirmed,
      WriteStamp write) {
    this(counterId, gaps, closed, lastEventAtMs, unconfirmed, write, OtherFields.NONE);
  }

  /** Whether no higher sequence will come: the counter ended properly, or an operator says so. */
  public boolean hasEnded() {
    return closed || gaps.isEnded();
  }

  @Override
  public long next() {
    return gaps.next();
  }

  @Override
  public boolean seen(long sequence) {
    return gaps.seen(sequence);
  }

  @Override
  public boolean confirmed(long sequence) {
    return seen(sequence) && !unconfirmed.contains(sequence);
  }

  @Override
  public int gapCount() {
    return gaps.gapCount();
  }

  @Override
  public boolean wouldAddGap(long sequence) {
    return gaps.wouldAddGap(sequence);
  }

  @Override
  public long removeConfirmed(LongRanges ids) {
    LongRanges confirmed = confirmedAmong(ids);
    ids.removeAll(confirmed);
    return confirmed.size();
  }

  /** Those of the ids that are {@link #confirmed}; O(ranges and gaps), not O(ids). */
  public LongRanges confirmedAmong(LongRanges ids) {
    LongRanges confirmed = new LongRanges();
    ids.forEachRange((from, to) -> gaps.forEachSeenRange(from, to, confirmed::addRange));
    confirmed.removeAll(unconfirmed);
    return confirmed;
  }
}
