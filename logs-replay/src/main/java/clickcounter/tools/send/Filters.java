package clickcounter.tools.send;

import clickcounter.tools.archive.EventLine;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Set;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that select events. Without any, all are selected. */
final class Filters {
  @Option(
      names = "--from",
      paramLabel = "T",
      converter = Filters.InstantMs.class,
      description =
          "Only events at this time or later: 2026-06-01T12:00:00Z, 2026-06-01, or "
              + "ms since 1970")
  private long fromMs;

  @Option(
      names = "--to",
      paramLabel = "T",
      converter = Filters.InstantMs.class,
      description = "Only events before this time")
  private long toMs = Long.MAX_VALUE;

  @Option(names = "--counter", paramLabel = "ID", description = "Only this counter; repeatable")
  private Set<String> counterIds = Set.of();

  @Option(names = "--ad", paramLabel = "ID", description = "Only this ad; repeatable")
  private Set<String> adIds = Set.of();

  void requireTimes() {
    if (fromMs >= toMs) {
      throw new IllegalArgumentException(
          "expected --from before --to, got %s and %s"
              .formatted(Instant.ofEpochMilli(fromMs), Instant.ofEpochMilli(toMs)));
    }
  }

  boolean areGiven() {
    return fromMs > 0 || toMs < Long.MAX_VALUE || !counterIds.isEmpty() || !adIds.isEmpty();
  }

  boolean accept(EventLine event) {
    return event.timestampMs() >= fromMs
        && event.timestampMs() < toMs
        && acceptCounter(event)
        && (adIds.isEmpty() || adIds.contains(event.adId()));
  }

  /** Whether events of this event's counter are selected, though perhaps not this one. */
  boolean acceptCounter(EventLine event) {
    return acceptAllCounters() || counterIds.contains(event.counterId());
  }

  boolean acceptAllCounters() {
    return counterIds.isEmpty();
  }

  /** Converts a time to ms since the epoch. */
  static final class InstantMs implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      try {
        return text.matches("\\d{1,15}")
            ? Long.parseLong(text)
            : OffsetDateTime.parse(text.matches("\\d{4}-\\d\\d-\\d\\d") ? text + "T00:00Z" : text)
                .toInstant()
                .toEpochMilli();
      } catch (DateTimeException e) {
        throw new TypeConversionException(
            "expected a time as 2026-06-01T12:30:00Z, 2026-06-01 or ms since 1970, got '%s'"
                .formatted(text));
      }
    }
  }
}
