package clickcounter.document;

import clickcounter.event.EventKind;
import clickcounter.ids.LongRanges;
import clickcounter.ids.RangeText;

/** Writes and reads the text form of {@link UnsettledIds}. */
final class UnsettledText {
  private UnsettledText() {}

  /**
   * Writes the text of these ids, for a document whose ranking has this newest day.
   *
   * @throws IllegalArgumentException when an id is in both sets
   */
  static void write(LongRanges older, AddedIds added, long newestDay, RangeText text) {
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
        writeContribution(added, next, newestDay, text);
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

  private static void writeContribution(AddedIds ids, int index, long newestDay, RangeText text) {
    EventKind kind = ids.kind(index);
    text.append(kind.letter());
    if (kind != EventKind.IMPRESSION) {
      text.append(ids.amountMicros(index));
    }
    if (kind != EventKind.BUDGET && ids.day(index) != newestDay) {
      text.append('@');
      text.append(newestDay - ids.day(index));
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param most the maximum number of ids: bounds the memory that a damaged text can take
   * @throws IllegalArgumentException naming the text, the position and what was expected
   */
  static UnsettledIds read(String text, long newestDay, long most) {
    return new Reader(text, newestDay, most).read();
  }

  private static final class Reader {
    private final String text;
    private final long newestDay;
    private final UnsettledIds ids = new UnsettledIds();
    private long left;
    private int at;
    private long end;

    Reader(String text, long newestDay, long most) {
      this.text = text;
      this.newestDay = newestDay;
      this.left = most;
    }

    UnsettledIds read() {
      boolean first = true;
      while (first || at < text.length()) {
        if (!first) {
          expect(',');
        }
        element(first);
        first = false;
      }
      return ids;
    }

    private void element(boolean first) {
      long distance = number();
      if (distance == 0 && !first) {
        throw fault("a distance of at least 1");
      }
      long from = sum(end, distance);
      long to = match('+') ? sum(from, number()) : from;
      end = to;
      if (to - from >= left) {
        throw fault("not so many ids");
      }
      left -= to - from + 1;
      if (at == text.length() || text.charAt(at) == ',') {
        ids.older().addRange(from, to);
      } else {
        contribution(from, to);
      }
    }

    private void contribution(long from, long to) {
      EventKind kind = EventKind.ofLetter(text.charAt(at++));
      long amountMicros = 0;
      if (kind != EventKind.IMPRESSION) {
        boolean negative = kind == EventKind.BUDGET && match('-');
        amountMicros = negative ? -number() : number();
      }
      long day = kind == EventKind.BUDGET ? 0 : match('@') ? newestDay - number() : newestDay;
      for (long sequence = from; sequence <= to; sequence++) {
        ids.added().add(sequence, kind, amountMicros, day);
      }
    }

    private long number() {
      int start = at;
      long value = 0;
      while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
        int digit = text.charAt(at) - '0';
        if (value > (Long.MAX_VALUE - digit) / 10) {
          throw fault("a number of 64 bits");
        }
        value = value * 10 + digit;
        at++;
      }
      if (at == start) {
        throw fault("a number");
      }
      return value;
    }

    private long sum(long a, long b) {
      if (a > Long.MAX_VALUE - b) {
        throw fault("a number of 64 bits");
      }
      return a + b;
    }

    private boolean match(char c) {
      boolean there = at < text.length() && text.charAt(at) == c;
      if (there) {
        at++;
      }
      return there;
    }

    private void expect(char c) {
      if (!match(c)) {
        throw fault("'" + c + "'");
      }
    }

    private IllegalArgumentException fault(String expected) {
      return new IllegalArgumentException(
          "unsettled ids '" + text + "': expected " + expected + " at character " + at);
    }
  }
}
