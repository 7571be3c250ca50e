package clickcounter.tools.common;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts a time to ms since the epoch. */
public final class InstantMs implements ITypeConverter<Long> {
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
