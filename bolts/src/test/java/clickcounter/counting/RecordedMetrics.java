package clickcounter.counting;

import clickcounter.store.DocumentKey;
import java.util.ArrayList;
import java.util.List;

/** Records what a task reports to its metrics. */
final class RecordedMetrics implements CountingMetrics {
  /** One put as it started. */
  record StartedPut(int events, int bytes, long ageMs) {}

  int counted;
  int duplicates;
  int rejected;
  int readsStarted;
  int readsFailed;
  int tooManyGaps;
  int merged;
  int blocked;
  long unrecorded;
  long costMicros;
  long overdeliveredMicros;
  int statesSent;
  int statesFailed;
  final List<Long> durableAfterMs = new ArrayList<>();
  final List<StartedPut> puts = new ArrayList<>();
  final List<PutEnd> putEnds = new ArrayList<>();

  @Override
  public void done(int nowCounted, int nowDuplicates, int nowRejected) {
    counted += nowCounted;
    duplicates += nowDuplicates;
    rejected += nowRejected;
  }

  @Override
  public void costs(long cost, long overdelivered) {
    costMicros += cost;
    overdeliveredMicros += overdelivered;
  }

  @Override
  public void stateSent() {
    statesSent++;
  }

  @Override
  public void stateFailed() {
    statesFailed++;
  }

  @Override
  public void durableAfter(long ms) {
    durableAfterMs.add(ms);
  }

  @Override
  public void putStarted(int events, int bytes, long ageMs) {
    puts.add(new StartedPut(events, bytes, ageMs));
  }

  @Override
  public void putEnded(PutEnd end, long tookMs) {
    putEnds.add(end);
  }

  @Override
  public void readStarted() {
    readsStarted++;
  }

  @Override
  public void tooManyGaps() {
    tooManyGaps++;
  }

  @Override
  public void readFailed() {
    readsFailed++;
  }

  @Override
  public void merged(int siblings) {
    merged++;
  }

  @Override
  public void blocked(DocumentKey document) {
    blocked++;
  }

  @Override
  public void unrecorded(long ids) {
    unrecorded += ids;
  }
}
