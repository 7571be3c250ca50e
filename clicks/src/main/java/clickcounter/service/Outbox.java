package clickcounter.service;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Lines that wait to be sent. A batch is due when it is full or when its oldest line has lingered
 * long enough. No thread; time is passed in. Not thread-safe.
 */
final class Outbox {
  static final long NEVER_NS = Long.MAX_VALUE;

  /** An event's line, its number, and when it was added. */
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

  /** Stops lingering: from now on every line is due at once. */
  void finish() {
    finishing = true;
  }

  /** The time until a batch is due: 0 if one is, {@link #NEVER_NS} if no line waits. */
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

  /** Removes and returns the oldest lines, at most one batch, whether due or not. */
  List<Line> takeBatch() {
    int size = Math.min(batchLines, lines.size());
    List<Line> batch = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      batch.add(lines.remove());
    }
    return batch;
  }
}
