package clickcounter.tools.series;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.time.zone.ZoneOffsetTransition;
import java.util.Locale;

/** The periods of a series, by the clock of a time zone. */
public enum By {
  hour("uuuu-MM-dd HH:mm xxx"),
  day("uuuu-MM-dd"),
  /** Weeks of ISO 8601: from Monday on. */
  week("YYYY-'W'ww"),
  month("uuuu-MM");

  private final DateTimeFormatter label;

  By(String label) {
    // The United Kingdom counts weeks as ISO 8601 does.
    this.label = DateTimeFormatter.ofPattern(label, Locale.UK);
  }

  /**
   * The name of the period in which this is, such as {@code 2026-10-25 02:00 +02:00}. Two hours of
   * one name, when the clock goes back, differ by their offset.
   */
  String label(ZonedDateTime at) {
    return label.format(at);
  }

  /** The end of the period in which this is: the first moment after it that is not of it. */
  ZonedDateTime end(ZonedDateTime at) {
    return this == hour ? endOfHour(at) : endOfDays(at);
  }

  /**
   * An hour ends when the clock is changed, too: what follows has another offset, so another name.
   */
  private static ZonedDateTime endOfHour(ZonedDateTime at) {
    LocalDateTime next = at.toLocalDateTime().truncatedTo(ChronoUnit.HOURS).plusHours(1);
    Instant end = next.toInstant(at.getOffset());
    ZoneOffsetTransition change = at.getZone().getRules().nextTransition(at.toInstant());
    boolean changes = change != null && change.getInstant().isBefore(end);
    return (changes ? change.getInstant() : end).atZone(at.getZone());
  }

  /**
   * More than one step is needed where a date does not exist (Samoa left one out), and where a
   * clock that goes back just after midnight comes to the day before once more.
   */
  private ZonedDateTime endOfDays(ZonedDateTime at) {
    LocalDate date = at.toLocalDate();
    ZonedDateTime end;
    do {
      date = next(date);
      end = date.atStartOfDay(at.getZone());
    } while (!end.isAfter(at));
    return end;
  }

  private LocalDate next(LocalDate date) {
    return switch (this) {
      case week -> date.with(TemporalAdjusters.next(DayOfWeek.MONDAY));
      case month -> date.with(TemporalAdjusters.firstDayOfNextMonth());
      default -> date.plusDays(1);
    };
  }
}
