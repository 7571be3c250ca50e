package clickcounter.tools.series;

import clickcounter.event.EventLimits;
import clickcounter.hours.Hours;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The time of a series, and how it is divided.
 *
 * @param from inclusive
 * @param to exclusive
 */
public record SeriesRange(ZonedDateTime from, ZonedDateTime to, By by) {
  static final int MOST_PERIODS = 100_000;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm xxx", Locale.ROOT);

  /** How many days before its end a series begins unless it is told. */
  private static final int DEFAULT_DAYS = 7;

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
    if (!from.getZone().equals(to.getZone())) {
      throw new IllegalArgumentException(
          "expected one zone, got " + from.getZone() + " and " + to.getZone());
    }
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
          "expected --from before --to, got " + from + " and " + to + "; --to is exclusive");
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
    ZonedDateTime to = toText == null ? endOfHour(now).atZone(zone) : time("--to", toText, zone);
    ZonedDateTime from =
        fromText == null
            ? to.toLocalDate().minusDays(DEFAULT_DAYS).atStartOfDay(zone)
            : time("--from", fromText, zone);
    if (fromText != null && !from.isBefore(to)) {
      throw new IllegalArgumentException(
          "expected --from before --to, got %s and %s; --to is exclusive"
              .formatted(fromText, toText == null ? to.toOffsetDateTime() : toText));
    }
    return new SeriesRange(from, to, by);
  }

  /** The end of the hour of UTC in which this is, or this if an hour begins. */
  public static Instant endOfHour(Instant now) {
    long hour = Hours.of(now.toEpochMilli() + Hours.MS - 1);
    return Instant.ofEpochMilli(Hours.startMs(hour));
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

  /** This range without what is before a time, which must be before its end. */
  public SeriesRange notBefore(Instant first) {
    ZonedDateTime start = first.atZone(from.getZone());
    return start.isAfter(from) ? new SeriesRange(start, to, by) : this;
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
