package clickcounter.tools.judge;

import clickcounter.event.CounterId;
import clickcounter.event.Judgement;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The author of a day's verdicts, and the version of the rules. Each run that finds something new
 * is a counter of its own: {@code ivt-20131030-r7}, and {@code ivt-20131030-r7-2} if the archives
 * have that one. Nothing reads these names: a verdict has its author and its click.
 *
 * @param name a word, which all verdicts of this judge have as their author
 * @param version of all rules together
 * @param day of UTC, on which the clicks happened
 */
public record Author(String name, String version, LocalDate day) {
  private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9._]{1,16}");

  public Author {
    Judgement.requireAuthor(name);
    if (!VERSION.matcher(version).matches()) {
      throw new IllegalArgumentException(
          "version: expected 1 to 16 letters, digits, '.' or '_', such as r7, found '"
              + version
              + "'");
    }
  }

  /** Why it charges clicks again that it took back before. */
  String reason() {
    return name + "@" + version;
  }

  /**
   * The counter of the next run.
   *
   * @param used all that may have verdicts
   */
  String nextCounter(Set<String> used) {
    String first = name + "-" + DateTimeFormatter.BASIC_ISO_DATE.format(day) + "-" + version;
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
