package clickcounter.tools;

import clickcounter.ids.LongRanges;
import java.util.Locale;
import java.util.StringJoiner;

/** Ids as people write them: {@code 17..19, 30}. */
public final class IdText {
  private static final int MOST_RANGES = 12;

  private IdText() {}

  /** All of them, or the first dozen ranges and how many more there are. */
  static String of(LongRanges ids) {
    StringJoiner text = new StringJoiner(", ");
    int shown = Math.min(ids.rangeCount(), MOST_RANGES);
    for (int i = 0; i < shown; i++) {
      text.add(of(ids.from(i), ids.to(i)));
    }
    if (shown < ids.rangeCount()) {
      text.add("… and " + (ids.rangeCount() - shown) + " more ranges");
    }
    return text.toString();
  }

  static String of(long from, long to) {
    return from == to ? Long.toString(from) : from + ".." + to;
  }

  /** "1 event", "2 events". */
  public static String count(long count, String one) {
    return String.format(Locale.ROOT, "%,d", count) + " " + (count == 1 ? one : one + "s");
  }

  public static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Micros as units of the currency, exactly. */
  static String money(long micros) {
    return java.math.BigDecimal.valueOf(micros, 6)
        .stripTrailingZeros()
        .setScale(Math.max(2, java.math.BigDecimal.valueOf(micros, 6).stripTrailingZeros().scale()))
        .toPlainString();
  }
}
