package clickcounter.replay.audit;

import clickcounter.ids.LongRanges;
import clickcounter.replay.documents.CounterReading;

/** What the archive has of one counter, and what Riak says of it. */
final class AuditedCounter {
  final int number;
  final String counterId;

  /** The first reading, by which events are settled or open. */
  final CounterReading atScan;

  final LongRanges countedAtScan;

  /** The newest reading. */
  CounterReading reading;

  private final LongRanges archived = new LongRanges();
  private long repeatedLines;
  private long closeSequence = -1;
  private long settledLastMs;

  /** In the archive and not counted. */
  final LongRanges missing = new LongRanges();

  /** In the archive and counted in an ad's document, not yet in the counter's. */
  final LongRanges unsettled = new LongRanges();

  long openCountedLastMs;

  AuditedCounter(int number, CounterReading reading) {
    this.number = number;
    this.counterId = reading.counterId();
    this.atScan = reading;
    this.reading = reading;
    countedAtScan = reading.counted();
  }

  /**
   * Takes ids of events that were read.
   *
   * @param fresh is told of each whether it was the first time
   */
  synchronized void archive(long[] sequences, int count, boolean[] fresh) {
    for (int i = 0; i < count; i++) {
      fresh[i] = archived.add(sequences[i]);
      repeatedLines += fresh[i] ? 0 : 1;
    }
  }

  synchronized void settled(long lastMs) {
    settledLastMs = Math.max(settledLastMs, lastMs);
  }

  synchronized void close(long sequence) {
    closeSequence = sequence;
  }

  /** Begins a new round of telling missing events from unsettled ones. */
  void startRound() {
    missing.removeAll(missing.copy());
    unsettled.removeAll(unsettled.copy());
    openCountedLastMs = 0;
  }

  LongRanges archived() {
    return archived;
  }

  long repeatedLines() {
    return repeatedLines;
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
