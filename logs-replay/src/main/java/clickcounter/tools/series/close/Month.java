package clickcounter.tools.series.close;

import clickcounter.event.EventLimits;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/** A month of UTC, in days since the epoch. */
record Month(YearMonth name) {
  Month {
    long endMs = TimeUnit.DAYS.toMillis(name.plusMonths(1).atDay(1).toEpochDay());
    if (name.getYear() < LocalDate.EPOCH.getYear() || endMs > EventLimits.MAX_TIMESTAMP_MS) {
      throw new IllegalArgumentException("expected a month such as 2026-10, got " + name);
    }
  }

  long firstDay() {
    return name.atDay(1).toEpochDay();
  }

  /** The first day that is not of it. */
  long endDay() {
    return name.plusMonths(1).atDay(1).toEpochDay();
  }

  LongStream days() {
    return LongStream.range(firstDay(), endDay());
  }

  boolean has(long day) {
    return day >= firstDay() && day < endDay();
  }

  @Override
  public String toString() {
    return name.toString();
  }
}
