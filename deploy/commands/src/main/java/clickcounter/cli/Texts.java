package clickcounter.cli;

import clickcounter.document.AdTotals;
import clickcounter.document.InvalidClicks;
import clickcounter.event.EventKind;
import clickcounter.ids.LongRanges;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** Ids, numbers, money and times as people read them. The same in every locale; times are UTC. */
public final class Texts {
  private static final int MAX_RANGES = 12;
  private static final int MAX_LINES = 10;

  private Texts() {}

  /** As {@code 17..19, 30}: all ids, or the first dozen ranges and how many more there are. */
  public static String ids(LongRanges ids) {
    StringJoiner text = new StringJoiner(", ");
    int shown = Math.min(ids.rangeCount(), MAX_RANGES);
    for (int i = 0; i < shown; i++) {
      text.add(range(ids.from(i), ids.to(i)));
    }
    if (shown < ids.rangeCount()) {
      text.add("… and " + (ids.rangeCount() - shown) + " more ranges");
    }
    return text.toString();
  }

  /** As {@code 17..19}, or {@code 17} for one id. */
  public static String range(long from, long to) {
    return from == to ? Long.toString(from) : from + ".." + to;
  }

  /** The first ten of these lines, and how many more there are. */
  public static List<String> first(List<String> lines) {
    return first(lines, MAX_LINES);
  }

  /** The first so many of these lines, and how many more there are. */
  public static List<String> first(List<String> lines, int most) {
    if (lines.size() <= most) {
      return lines;
    }
    List<String> first = new ArrayList<>(lines.subList(0, most));
    first.add("and " + number(lines.size() - most) + " more");
    return first;
  }

  /** "1 event", "2 events". */
  public static String count(long count, String one) {
    return number(count) + " " + (count == 1 ? one : one + "s");
  }

  /** As {@code 12,345}. */
  public static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Micros as units of the currency, exactly; at least two decimals. */
  public static String money(long micros) {
    BigDecimal units = BigDecimal.valueOf(micros, 6).stripTrailingZeros();
    return units.setScale(Math.max(2, units.scale())).toPlainString();
  }

  /**
   * An ad's clicks that are not charged, as {@code 7 of 12 clicks: bots 2, invalidated 5 (0.60)}.
   */
  public static String notCharged(AdTotals totals) {
    InvalidClicks invalid = totals.invalid();
    List<String> why = new ArrayList<>();
    for (EventKind kind : EventKind.FILTERED) {
      if (invalid.filtered(kind) > 0) {
        why.add(kind.filterClass() + " " + number(invalid.filtered(kind)));
      }
    }
    if (invalid.judged()) {
      why.add(
          "invalidated %s (%s)"
              .formatted(number(invalid.invalidated()), money(invalid.invalidatedMicros())));
    }
    return "%s of %s: %s"
        .formatted(
            number(invalid.clicks()), count(totals.grossClicks(), "click"), String.join(", ", why));
  }

  /** Ms since the epoch as {@code 2026-06-01T12:30:00Z}. */
  public static String time(long ms) {
    return Instant.ofEpochMilli(ms).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** A duration in ms, rounded down: {@code 3 d}, {@code 5 h}, {@code 10 min}, {@code 7 s}. */
  public static String age(long ms) {
    long seconds = Math.max(0, ms / 1000);
    if (seconds < 120) {
      return seconds + " s";
    }
    if (seconds < 7_200) {
      return seconds / 60 + " min";
    }
    return seconds < 172_800 ? seconds / 3_600 + " h" : seconds / 86_400 + " d";
  }
}
