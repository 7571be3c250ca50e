package clickcounter.tools.series;

import clickcounter.event.EventLimits;
import clickcounter.hours.Hours;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAdjusters;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The time of a series, and how it is divided.
 *
 * @param from inclusive
 * @param to exclusive, of the same zone
 */
public record SeriesRange(ZonedDateTime from, ZonedDateTime to, By by) {
  static final int MOST_PERIODS = 100_000;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm xxx", Locale.ROOT);

  /** How many days before its end a series begins unless it is told. */
  private static final int DEFAULT_DAYS = 7;

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
     * The name of the period in which this is, such as {@code 2026-10-25 02:00 +02:00}. Two hours
     * of one name, when the clock goes back, differ by their offset.
     */
    String label(ZonedDateTime at) {
      return label.format(at);
    }

    /** The end of the period in which this is: the first moment after it that is not of it. */
    ZonedDateTime end(ZonedDateTime at) {
      return this == hour ? endOfHour(at) : endOfDays(at);
    }

    /**
     * An hour ends when the clock is changed, too: what follows has another offset, so another
     * name.
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

  /** A part of the range. The first and the last may be shorter than what they are named after. */
  public record Period(ZonedDateTime from, ZonedDateTime to, String label) {
    public long fromMs() {
      return from.toInstant().toEpochMilli();
    }

    public long toMs() {
      return to.toInstant().toEpochMilli();
    }
  }

  public SeriesRange {
    Objects.requireNonNull(by, "by");
    if (from.toInstant().isBefore(Instant.EPOCH)) {
      throw new IllegalArgumentException("--from: expected 1970 or later, got " + from);
    }
    if (to.toInstant().toEpochMilli() > EventLimits.MAX_TIMESTAMP_MS + 1) {
      throw new IllegalArgumentException(
          "--to: expected %s or earlier, got %s"
              .formatted(Instant.ofEpochMilli(EventLimits.MAX_TIMESTAMP_MS + 1), to));
    }
    if (!from.isBefore(to)) {
      throw new IllegalArgumentException(
          "expected --from before --to, got %s and %s; --to is exclusive"
              .formatted(from.toOffsetDateTime(), to.toOffsetDateTime()));
    }
  }

  /**
   * The range that these texts name: dates such as {@code 2026-06-01}, which stand for the
   * beginning of the day, times such as {@code 2026-06-01T14:00}, or times with their offset such
   * as {@code 2026-10-25T02:00+01:00}. If two times have one name, the earlier is taken.
   *
   * @param fromText null for the beginning of the day 7 days before the end
   * @param toText null for the end of the hour of UTC that is under way
   * @throws IllegalArgumentException that names the option and the expected form
   */
  public static SeriesRange of(String fromText, String toText, By by, ZoneId zone, Instant now) {
    Instant endOfHour = now.plusMillis(Hours.MS - 1).truncatedTo(ChronoUnit.HOURS);
    ZonedDateTime to = toText == null ? endOfHour.atZone(zone) : time("--to", toText, zone);
    ZonedDateTime from =
        fromText == null
            ? to.toLocalDate().minusDays(DEFAULT_DAYS).atStartOfDay(zone)
            : time("--from", fromText, zone);
    return new SeriesRange(from, to, by);
  }

  /**
   * The time zone of this name.
   *
   * @throws IllegalArgumentException that names the expected form
   */
  public static ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "expected a time zone such as Europe/Zurich, UTC or +05:45, got '" + name + "'");
    }
  }

  private static ZonedDateTime time(String option, String text, ZoneId zone) {
    try {
      if (!text.contains("T")) {
        return LocalDate.parse(text).atStartOfDay(zone);
      }
      TemporalAccessor time =
          DateTimeFormatter.ISO_DATE_TIME.parseBest(
              text, OffsetDateTime::from, LocalDateTime::from);
      return time instanceof OffsetDateTime offset
          ? offset.atZoneSameInstant(zone)
          : ((LocalDateTime) time).atZone(zone);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          ("%s: expected a date such as 2026-06-01, a time such as 2026-06-01T14:00, or a"
                  + " time with its offset such as 2026-06-01T14:00+02:00, got '%s'")
              .formatted(option, text));
    }
  }

  /** As {@code 2026-10-25 02:00 +02:00 to 2026-10-26 00:00 +01:00}. */
  public String text() {
    return TIME.format(from) + " to " + TIME.format(to);
  }

  /** As {@code 2026-10-25T02:00:00+02:00}. */
  public static String iso(ZonedDateTime time) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time);
  }

  public long fromMs() {
    return from.toInstant().toEpochMilli();
  }

  public long toMs() {
    return to.toInstant().toEpochMilli();
  }

  /**
   * All periods in their order, without a gap and without an overlap.
   *
   * @throws IllegalArgumentException when there are more than {@value #MOST_PERIODS}
   */
  public List<Period> periods() {
    List<Period> periods = new ArrayList<>();
    for (ZonedDateTime at = from; at.isBefore(to); ) {
      if (periods.size() == MOST_PERIODS) {
        throw new IllegalArgumentException(
            ("expected at most %s rows, got more by %s; choose a shorter time, or longer"
                    + " periods with --by")
                .formatted(MOST_PERIODS, by));
      }
      ZonedDateTime end = by.end(at);
      ZonedDateTime next = end.isBefore(to) ? end : to;
      periods.add(new Period(at, next, by.label(at)));
      at = next;
    }
    return periods;
  }
}
