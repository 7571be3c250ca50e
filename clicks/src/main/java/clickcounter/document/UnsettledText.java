package clickcounter.document;

import clickcounter.event.EventKind;
import clickcounter.ids.LongRanges;
import clickcounter.ids.RangeText;
import clickcounter.ids.TextReader;

/** Writes and reads the text form of {@link UnsettledIds}. */
final class UnsettledText {
  private UnsettledText() {}

  /**
   * Writes the text of these ids, for a document with this newest hour.
   *
   * @throws IllegalArgumentException when an id is in both sets
   */
  static void write(LongRanges older, AddedIds added, long newest, RangeText text) {
    text.clear();
    int range = 0;
    int next = 0;
    while (range < older.rangeCount() || next < added.size()) {
      boolean olderFirst =
          next == added.size()
              || range < older.rangeCount() && older.from(range) < added.sequence(next);
      if (olderFirst) {
        text.range(older.from(range), older.to(range));
        range++;
      } else {
        int last = endOfRun(added, next);
        text.range(added.sequence(next), added.sequence(last));
        writeContribution(added, next, newest, text);
        next = last + 1;
      }
    }
  }

  private static int endOfRun(AddedIds added, int start) {
    int last = start;
    while (last + 1 < added.size()
        && added.sequence(last + 1) == added.sequence(last) + 1
        && added.haveOneContribution(last + 1, start)) {
      last++;
    }
    return last;
  }

  private static void writeContribution(AddedIds ids, int index, long newest, RangeText text) {
    EventKind kind = ids.kind(index);
    text.append(kind.letter());
    if (kind.hasAmount()) {
      text.append(ids.amountMicros(index));
    }
    if (kind != EventKind.BUDGET && ids.hour(index) != newest) {
      text.append('@');
      text.append(newest - ids.hour(index));
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param most the maximum number of ids: bounds the memory that a damaged text can take
   * @throws IllegalArgumentException naming the text, the position and what was expected
   */
  static UnsettledIds read(String text, long newest, long most) {
    return new Reader(text, newest, most).read();
  }

  private static final class Reader {
    private final TextReader text;
    private final long newest;
    private final UnsettledIds ids = new UnsettledIds();
    private long left;
    private long end;

    Reader(String text, long newest, long most) {
      this.text = new TextReader("unsettled ids", text);
      this.newest = newest;
      this.left = most;
    }

    UnsettledIds read() {
      element(true);
      while (!text.isAtEnd()) {
        text.expect(',');
        element(false);
      }
      return ids;
    }

    private void element(boolean first) {
      long distance = text.number();
      if (distance == 0 && !first) {
        throw text.fault("a distance of at least 1");
      }
      long from = sum(end, distance);
      long to = text.match('+') ? sum(from, text.number()) : from;
      end = to;
      if (to - from >= left) {
        throw text.fault("not so many ids");
      }
      left -= to - from + 1;
      if (text.isAtEnd() || text.isNext(',')) {
        ids.older().addRange(from, to);
      } else {
        contribution(from, to);
      }
    }

    private void contribution(long from, long to) {
      EventKind kind = EventKind.ofLetter(text.next());
      long amountMicros = 0;
      if (kind.hasAmount()) {
        boolean negative = kind == EventKind.BUDGET && text.match('-');
        amountMicros = negative ? -text.number() : text.number();
      }
      long inHour = kind == EventKind.BUDGET ? 0 : newest - distance();
      for (long sequence = from; sequence <= to; sequence++) {
        ids.added().add(sequence, kind, amountMicros, inHour);
      }
    }

    private long distance() {
      return text.match('@') ? text.number() : 0;
    }

    private long sum(long a, long b) {
      if (a > Long.MAX_VALUE - b) {
        throw text.fault("a number of 64 bits");
      }
      return a + b;
    }
  }
}
