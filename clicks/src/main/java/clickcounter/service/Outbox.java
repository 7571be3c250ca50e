package clickcounter.service;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Lines that wait to be sent, and the rule when a batch of them is due: when it is whole, or its
 * oldest line has lingered long enough. Plain: no thread, time is passed in. Not thread-safe.
 */
final class Outbox {
  static final long NEVER_NS = Long.MAX_VALUE;

  /** An event's line and its number. */
  record Line(long sequence, String text, long sinceNs) {}

  private final int bufferLines;
  private final int batchLines;
  private final long lingerNs;
  private final ArrayDeque<Line> lines = new ArrayDeque<>();
  private boolean finishing;

  Outbox(int bufferLines, int batchLines, long lingerNs) {
    this.bufferLines = bufferLines;
    this.batchLines = batchLines;
    this.lingerNs = lingerNs;
  }

  boolean isFull() {
    return lines.size() >= bufferLines;
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  int size() {
    return lines.size();
  }

  void add(Line line) {
    lines.add(line);
  }

  /** From now on nothing lingers. */
  void finish() {
    finishing = true;
  }

  /** The time until a batch is due: 0 if one is, {@link #NEVER_NS} if there is no line. */
  long untilDueNs(long nowNs) {
    if (lines.isEmpty()) {
      return NEVER_NS;
    }
    if (finishing || lines.size() >= batchLines) {
      return 0;
    }
    return Math.max(0, lingerNs - (nowNs - lines.getFirst().sinceNs()));
  }

  List<Line> takeAll() {
    List<Line> all = List.copyOf(lines);
    lines.clear();
    return all;
  }

  /** Takes out the oldest lines, one batch at most, due or not. */
  List<Line> takeBatch() {
    int size = Math.min(batchLines, lines.size());
    List<Line> batch = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      batch.add(lines.remove());
    }
    return batch;
  }
}
