package clickcounter.tools.audit;

import clickcounter.ids.LongRanges;
import clickcounter.tools.documents.CounterReading;

/** What the archive has of one counter, and what Riak says of it. */
final class AuditedCounter {
  final int number;
  final String counterId;

  /** The first reading, by which events are settled or open. */
  final CounterReading atScan;

  final LongRanges countedAtScan;

  /** A reading before the round's ads were read: what it has, is in their documents. Or null. */
  CounterReading before;

  /** The newest reading, after the round's ads: what it lacks, only an ad's document can have. */
  CounterReading reading;

  /** Whether the archive has events that {@link #atScan} lacks. */
  volatile boolean hasOpen;

  private final LongRanges archived = new LongRanges();
  private long closeSequence = -1;
  private long settledLastMs;

  /** In the archive and not counted. */
  final LongRanges missing = new LongRanges();

  /** In the archive and counted in an ad's document, not yet in the counter's. */
  final LongRanges unsettled = new LongRanges();

  /** Written while the audit ran, and not counted: under way, most likely. */
  final LongRanges underWay = new LongRanges();

  /** In the archive; the counter's document cannot be read, so nobody knows. */
  final LongRanges cannotTell = new LongRanges();

  long openCountedLastMs;

  AuditedCounter(int number, CounterReading reading) {
    this.number = number;
    this.counterId = reading.counterId();
    this.atScan = reading;
    this.before = reading;
    this.reading = reading;
    countedAtScan = reading.counted();
  }

  /**
   * Takes ids of events that were read; returns how many of them were there before.
   *
   * @param fresh is told of each whether it was the first time
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

  /** Whether an event is certain to be in the documents that the round's ads had. */
  boolean wasThereBefore(long sequence) {
    return before != null && before.seen(sequence);
  }

  /** Begins a new round of telling missing events from unsettled ones. */
  void startRound() {
    missing.removeAll(missing.copy());
    unsettled.removeAll(unsettled.copy());
    underWay.removeAll(underWay.copy());
    cannotTell.removeAll(cannotTell.copy());
    openCountedLastMs = 0;
  }

  LongRanges archived() {
    return archived;
  }

  /** The closing event's number, or -1. */
  long closeSequence() {
    return closeSequence;
  }

  /** The latest timestamp among the events that are counted. */
  long countedLastMs() {
    return Math.max(settledLastMs, openCountedLastMs);
  }
}
