package clickcounter.status;

import clickcounter.ids.Gap;
import clickcounter.status.SystemStatus.DocumentState;
import clickcounter.status.SystemStatus.GapsByAge;
import clickcounter.tools.common.RejectedEvents;
import clickcounter.tools.documents.CounterLife;
import clickcounter.tools.documents.CounterReading;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.LongStream;

/** Sums up the documents of all counters. */
public final class CounterSurvey {
  private static final long MINUTE_MS = 60_000;
  private static final long HOUR_MS = 60 * MINUTE_MS;
  private static final long[] AGES_MS = {MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 24 * HOUR_MS};

  /** The age from which a missing event is overdue. */
  static final Duration OVERDUE_AFTER = Duration.ofMinutes(10);

  private final long nowMs;
  private final RejectedEvents rejected;

  public CounterSurvey(long nowMs, RejectedEvents rejected) {
    this.nowMs = nowMs;
    this.rejected = rejected;
  }

  public DocumentState of(Collection<CounterReading> readings) {
    return new DocumentState(
        gaps(readings),
        readings.stream().mapToLong(this::rejected).sum(),
        overdue(readings),
        readings.size(),
        count(readings, CounterLife.ALIVE),
        count(readings, CounterLife.SILENT),
        count(readings, CounterLife.CLOSED),
        (int) readings.stream().filter(reading -> reading.blocked() != null).count());
  }

  /** How long the oldest missing event has been missing; 0 if none is. */
  public long oldestGapMs(Collection<CounterReading> readings) {
    return readings.stream()
        .flatMap(reading -> reading.openGaps().stream())
        .mapToLong(gap -> nowMs - gap.sinceMs())
        .max()
        .orElse(0);
  }

  private int count(Collection<CounterReading> readings, CounterLife life) {
    return (int)
        readings.stream().filter(reading -> CounterLife.of(reading, nowMs) == life).count();
  }

  private long rejected(CounterReading reading) {
    return rejected.among(reading.counterId(), reading.openGaps());
  }

  /** Missing events of a gap that were not rejected. */
  private long missing(CounterReading reading, Gap gap) {
    return gap.size() - rejected.among(reading.counterId(), List.of(gap));
  }

  private long overdue(Collection<CounterReading> readings) {
    long untilMs = nowMs - OVERDUE_AFTER.toMillis();
    return readings.stream()
        .flatMapToLong(
            reading -> reading.openGaps(untilMs).stream().mapToLong(gap -> missing(reading, gap)))
        .sum();
  }

  private GapsByAge gaps(Collection<CounterReading> readings) {
    long[] sums = new long[AGES_MS.length + 1];
    for (CounterReading reading : readings) {
      for (Gap gap : reading.openGaps()) {
        long ageMs = nowMs - gap.sinceMs();
        int age = (int) LongStream.of(AGES_MS).filter(limitMs -> ageMs >= limitMs).count();
        sums[age] += missing(reading, gap);
      }
    }
    return new GapsByAge(LongStream.of(sums).sum(), sums[0], sums[1], sums[2], sums[3], sums[4]);
  }
}
