package clickcounter.tools;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Times and durations as people write and read them; always UTC. */
final class TimeText {
  private TimeText() {}

  /** ms since the epoch, as {@code 2026-06-01T12:30:00Z}. */
  static String of(long ms) {
    return Instant.ofEpochMilli(ms).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** How long ago, coarsely: {@code 3 d}, {@code 5 h}, {@code 10 min}, {@code 7 s}. */
  static String ago(long ms) {
    long seconds = Math.max(0, ms / 1000);
    if (seconds < 120) {
      return seconds + " s";
    }
    if (seconds < 7_200) {
      return seconds / 60 + " min";
    }
    return seconds < 172_800 ? seconds / 3_600 + " h" : seconds / 86_400 + " d";
  }

  /** Reads an instant into ms since the epoch. */
  static final class InstantMs implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      if (text.matches("\\d{1,15}")) {
        return Long.parseLong(text);
      }
      try {
        if (text.matches("\\d{4}-\\d\\d-\\d\\d")) {
          return LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC).toEpochMilli();
        }
        if (text.matches(".*(Z|[+-]\\d\\d:\\d\\d)")) {
          return OffsetDateTime.parse(text).toInstant().toEpochMilli();
        }
        return LocalDateTime.parse(text).toInstant(ZoneOffset.UTC).toEpochMilli();
      } catch (DateTimeException e) {
        throw new TypeConversionException(
            "expected a time as 2026-06-01T12:30:00Z, 2026-06-01 or ms since 1970, got '"
                + text
                + "'");
      }
    }
  }
}
