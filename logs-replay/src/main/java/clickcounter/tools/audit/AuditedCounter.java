package clickcounter.tools.audit;

import clickcounter.ids.Gap;
import clickcounter.ids.LongRanges;
import clickcounter.tools.documents.CounterReading;

/** The events of one counter in the archive, and the counter's document. */
final class AuditedCounter {
  final int number;
  final String counterId;

  /**
   * By the first reading of the document. It decides which events are settled and which are open.
   */
  final LongRanges countedAtScan;

  /**
   * The reading before the ads of this round were read: every id in it is also in its ad's
   * document. Null if there was none.
   */
  CounterReading before;

  /**
   * The newest reading, after the ads of this round: an id that it lacks can only be in its ad's
   * document.
   */
  CounterReading reading;

  /** Whether the archive has events that are not {@link #countedAtScan}. */
  volatile boolean hasOpen;

  private final LongRanges archived = new LongRanges();
  private long closeSequence = -1;
  private long settledLastMs;

  /** In the archive and not counted. */
  final LongRanges missing = new LongRanges();

  /** In the archive and counted in an ad's document, but not yet in the counter's. */
  final LongRanges unsettled = new LongRanges();

  /** Written during the audit and not counted: probably still in flight. */
  final LongRanges underWay = new LongRanges();

  /** In the archive; unknown whether counted, because the counter's document cannot be read. */
  final LongRanges cannotTell = new LongRanges();

  long openCountedLastMs;

  AuditedCounter(int number, CounterReading reading) {
    this.number = number;
    this.counterId = reading.counterId();
    this.before = reading;
    this.reading = reading;
    countedAtScan = reading.counted();
  }

  /**
   * Adds ids of events that were read; returns how many of them were known.
   *
   * @param fresh receives for each whether it is new
   */
  synchronized int archive(long[] sequences, int count, boolean[] fresh) {
    int repeated = 0;
    for (int i = 0; i < count; i++) {
      fresh[i] = archived.add(sequences[i]);
      repeated += fresh[i] ? 0 : 1;
    }
    return repeated;
  }

  synchronized void settled(long lastMs) {
    settledLastMs = Math.max(settledLastMs, lastMs);
  }

  synchronized void close(long sequence) {
    closeSequence = sequence;
  }

  /** Whether the ads' documents of this round certainly include the event. */
  boolean wasThereBefore(long sequence) {
    return before != null && before.seen(sequence);
  }

  /** Starts a new round, in which open events are classified anew. */
  void startRound() {
    missing.removeAll(missing.copy());
    unsettled.removeAll(unsettled.copy());
    underWay.removeAll(underWay.copy());
    cannotTell.removeAll(cannotTell.copy());
    openCountedLastMs = 0;
  }

  /** Ids in gaps that are not written off, and in no file. */
  LongRanges gapsInNoFile() {
    LongRanges ids = new LongRanges();
    for (Gap gap : reading.gaps().gaps()) {
      if (!gap.isWrittenOff()) {
        ids.addRange(gap.from(), gap.to());
      }
    }
    ids.removeAll(archived);
    return ids;
  }

  LongRanges archived() {
    return archived;
  }

  /** Whether the archive has all its events, so that there is no other. */
  boolean isComplete() {
    return closeSequence >= 0 && archived.equals(LongRanges.ofRange(0, closeSequence));
  }

  /** The sequence of the close notice, or -1. */
  long closeSequence() {
    return closeSequence;
  }

  /** The latest timestamp of the counted events. */
  long countedLastMs() {
    return Math.max(settledLastMs, openCountedLastMs);
  }
}
