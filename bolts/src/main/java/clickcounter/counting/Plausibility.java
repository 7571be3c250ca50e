package clickcounter.counting;

import clickcounter.document.CounterView;
import clickcounter.event.CounterEvent;
import clickcounter.event.RejectReason;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.GapList;
import java.util.Optional;

/**
 * Which sequences are plausible for a counter: a service numbers its events one by one, so neither
 * a jump far ahead nor one more missed id among very many is an event of it.
 *
 * @param maxSequenceJump how far a sequence may be above its counter's highest
 * @param maxGapsPerCounter ranges of missed ids in one counter
 */
record Plausibility(long maxSequenceJump, int maxGapsPerCounter) {
  record Fault(RejectReason reason, String detail) {}

  /** Whether a counter of which nothing is known may have come to this sequence. */
  boolean allowsUnknown(long sequence) {
    return sequence <= maxSequenceJump;
  }

  boolean allows(long sequence, CounterView counter) {
    return !jumps(sequence, counter) && !addsOneGapTooMany(sequence, counter);
  }

  /**
   * What is wrong with an event that concerns no ad, for its counter. Marks are not asked: counted
   * ids are recorded, whatever gaps that leaves.
   */
  Optional<Fault> fault(CounterEvent event, GapList gaps) {
    long first = event instanceof WriteOffRequest w ? w.from() : event.sequence();
    long last = event instanceof WriteOffRequest w && !w.isOfEnd() ? w.to() : first;
    boolean full = gaps.gapCount() >= maxGapsPerCounter;
    if (full && (gaps.wouldAddGap(first) || gaps.wouldAddGap(last))) {
      return Optional.of(tooManyGaps(event.sequence(), gaps.next(), gaps.gapCount()));
    }
    return last - gaps.next() > maxSequenceJump
        ? Optional.of(jump(last, gaps.next()))
        : Optional.empty();
  }

  Fault fault(long sequence, CounterView counter) {
    return jumps(sequence, counter)
        ? jump(sequence, counter.next())
        : tooManyGaps(sequence, counter.next(), counter.gapCount());
  }

  private boolean jumps(long sequence, CounterView counter) {
    return sequence - counter.next() > maxSequenceJump;
  }

  private boolean addsOneGapTooMany(long sequence, CounterView counter) {
    return counter.gapCount() >= maxGapsPerCounter && counter.wouldAddGap(sequence);
  }

  private Fault jump(long sequence, long next) {
    return new Fault(
        RejectReason.SEQUENCE_JUMP,
        "sequence %d of a counter that has come to %d, expected at most %d above"
            .formatted(sequence, next, maxSequenceJump));
  }

  private Fault tooManyGaps(long sequence, long next, int gaps) {
    return new Fault(
        RejectReason.TOO_MANY_GAPS,
        "sequence %d of a counter that has come to %d and misses ids in %d places would add one more, expected fewer than %d"
            .formatted(sequence, next, gaps, maxGapsPerCounter));
  }
}
