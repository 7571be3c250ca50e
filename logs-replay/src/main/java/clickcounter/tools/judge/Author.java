package clickcounter.tools.judge;

import clickcounter.event.CounterId;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The author of a day's verdicts, and the version of the rules. Each run that finds something new
 * is a counter: {@code ivt-20131030-r7}, and {@code ivt-20131030-r7-2} if there is one of that
 * name.
 *
 * @param name a word, of all that one judge wrote
 * @param version of all rules together
 * @param day of UTC, on which the clicks happened
 */
public record Author(String name, String version, LocalDate day) {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]{0,15}");
  private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9._]{1,16}");

  public Author {
    require("author", name, NAME, "a word of small letters and digits such as ivt");
    require("version", version, VERSION, "1 to 16 letters, digits, '.' or '_', such as r7");
  }

  private static void require(String what, String value, Pattern form, String expected) {
    if (!form.matcher(value).matches()) {
      throw new IllegalArgumentException(
          what + ": expected " + expected + ", found '" + value + "'");
    }
  }

  /** Why it charges clicks again that it took back before. */
  String reason() {
    return name + "@" + version;
  }

  /** What the counters of all its runs over this day begin with. */
  private String beginning() {
    return name + "-" + DateTimeFormatter.BASIC_ISO_DATE.format(day) + "-";
  }

  /** Whether the counter is of this judge, and of this day. */
  boolean isOwn(String counterId) {
    return counterId.startsWith(beginning());
  }

  /** The counter of the next run. */
  String nextCounter(Set<String> used) {
    String first = beginning() + version;
    String next = first;
    for (int run = 2; used.contains(next); run++) {
      next = first + "-" + run;
    }
    CounterId.requireValid(next);
    return next;
  }

  public long fromMs() {
    return day.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
  }

  /** When the day is over, ms since the epoch. */
  public long toMs() {
    return day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
  }
}
