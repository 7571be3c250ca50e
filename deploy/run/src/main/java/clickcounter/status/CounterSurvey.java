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
public record CounterSurvey(long nowMs, RejectedEvents rejected) {
  static final Duration OVERDUE_AFTER = Duration.ofMinutes(10);

  private static final List<Duration> AGES =
      List.of(Duration.ofMinutes(1), OVERDUE_AFTER, Duration.ofHours(1), Duration.ofDays(1));

  public DocumentState of(Collection<CounterReading> readings) {
    long[] missing = new long[AGES.size() + 1];
    long ofRejects = 0;
    for (CounterReading reading : readings) {
      for (Gap gap : reading.openGaps()) {
        long ofGap = rejected.among(reading.counterId(), List.of(gap));
        long ageMs = nowMs - gap.sinceMs();
        missing[(int) AGES.stream().filter(age -> ageMs >= age.toMillis()).count()] +=
            gap.size() - ofGap;
        ofRejects += ofGap;
      }
    }
    GapsByAge gaps =
        new GapsByAge(
            LongStream.of(missing).sum(),
            missing[0],
            missing[1],
            missing[2],
            missing[3],
            missing[4]);
    return new DocumentState(
        gaps,
        ofRejects,
        gaps.missing() - gaps.under10Min(),
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
}
