package clickcounter.cli;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts the durations of all options: {@code 500ms}, {@code 10s}, {@code 5m}, {@code 1.5h},
 * {@code 1d}.
 */
public final class Durations implements ITypeConverter<Duration> {
  private static final Pattern DURATION = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)(ms|s|m|h|d)");

  private static final BigDecimal MOST_NANOS = BigDecimal.valueOf(Long.MAX_VALUE);

  @Override
  public Duration convert(String text) {
    Matcher matcher = DURATION.matcher(text.toLowerCase(Locale.ROOT));
    BigDecimal nanos =
        matcher.matches()
            ? new BigDecimal(matcher.group(1)).multiply(nanosOf(matcher.group(2)))
            : MOST_NANOS;
    if (nanos.compareTo(MOST_NANOS) >= 0) {
      throw new TypeConversionException(
          "expected a duration such as 500ms, 30s, 10m, 2h or 1d, got '" + text + "'");
    }
    return Duration.ofNanos(nanos.longValue());
  }

  private static BigDecimal nanosOf(String unit) {
    long nanos =
        switch (unit) {
          case "ms" -> 1_000_000L;
          case "s" -> 1_000_000_000L;
          case "m" -> 60_000_000_000L;
          case "h" -> 3_600_000_000_000L;
          default -> 86_400_000_000_000L;
        };
    return BigDecimal.valueOf(nanos);
  }
}
