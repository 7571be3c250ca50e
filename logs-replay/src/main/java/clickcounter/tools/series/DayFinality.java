package clickcounter.tools.series;

import clickcounter.event.CounterId;
import clickcounter.ids.Gap;
import clickcounter.ids.LongRanges;
import clickcounter.tools.documents.CounterReading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * Says whether events of a time may still come, from what the counters' documents say. In doubt it
 * says that they may.
 *
 * <p>Why each rule is right. A counter's numbers go up with its time, but for {@code clockSkew}.
 *
 * <ul>
 *   <li>A counter has no events before it began. Its name says when; the name is not believed if it
 *       contradicts the events or the clock, or says nothing.
 *   <li>A gap becomes known when an event of a higher number is counted. That event had happened by
 *       then, so the events of the gap had too: they are not later than that.
 *   <li>A closed counter has nothing above its close event, which is its last event. So the events
 *       of its gaps are not later than that.
 *   <li>A counter that an operator closed has nothing above the number that the operator named, as
 *       far as is known: an event above that opens it again. What is missing below is in its gaps.
 *   <li>What an open counter has above its highest number is not earlier than its last event.
 *   <li>A gap above the highest counted number exists if numbers were written off that were not
 *       used yet, or if an operator closed the counter above it. No event proves when it happened,
 *       so it may be of any time.
 *   <li>Events that are written off do not come. If one comes nevertheless, it is counted.
 *   <li>A time is over only when every clock says so. Before that, a counter may still begin.
 * </ul>
 *
 * <p>Limits. A counter is known from its first event on: of one that began and of which nothing has
 * come yet, nothing is known. Clocks of services and workers, and a counter's numbers and times,
 * must agree within {@code clockSkew}. A verdict has the time of its click and may come at any
 * time: what is final has all its clicks. A write-off that was forced for numbers which were not
 * used yet makes the gap below them look older than it is, once a higher number is counted.
 */
public final class DayFinality implements Finality {
  /**
   * How far clocks may differ. Those that are set by NTP differ by less than a second, and archive
   * check mentions a counter whose time goes back by more than a minute. The rest is reserve.
   */
  public static final Duration CLOCK_SKEW = Duration.ofMinutes(5);

  /** Times of gaps are kept by the second, rounded down. */
  private static final long SINCE_GRAIN_MS = 1_000;

  private static final long ALWAYS_MS = Long.MAX_VALUE;
  private static final long NEVER_MS = Long.MIN_VALUE;

  /** Whether a counter may have events above its highest number. */
  public enum Tail {
    /** No: it is closed, or has come further than the end of the time. */
    NONE,
    /** It is open, and its last event is earlier than the end of the time. */
    OPEN,
    /** No event of it was recorded yet. */
    NOTHING_YET,
    /** Its last event is in the future, so its times prove nothing. */
    CLOCK_AHEAD,
    /** Its document cannot be read. */
    BLOCKED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What may still come of one counter.
   *
   * @param missing events in its gaps that may be of the time, at most
   * @param tail whether events above its highest number may be of the time; how many is not known
   * @param lastEventAtMs its last event that was counted; 0 if there is none
   */
  public record MayCome(String counterId, long missing, Tail tail, long lastEventAtMs) {}

  /**
   * The answer for one time.
   *
   * @param isOver whether the time is over
   * @param mayCome by counter, in the order of the readings
   */
  public record DayVerdict(boolean isOver, List<MayCome> mayCome) {
    public DayVerdict {
      mayCome = List.copyOf(mayCome);
    }

    /** Whether no event of the time can still come. */
    public boolean isFinal() {
      return isOver && mayCome.isEmpty();
    }
  }

  /** Missing events, and the latest time that they may have. */
  private record OpenGap(long size, long latestMs) {}

  /**
   * @param beganMs no event is earlier
   * @param tailFromMs no event above the highest number is earlier
   */
  private record Life(
      CounterReading reading, long beganMs, Tail tail, long tailFromMs, List<OpenGap> gaps) {}

  private final long nowMs;
  private final long skewMs;
  private final List<Life> lives;

  /**
   * @param readings of all counters of the directory. They must be read before the counts are: then
   *     whatever they call counted is among the counts
   * @param nowMs when the readings were begun
   * @param clockSkew how far clocks may differ
   */
  public DayFinality(Collection<CounterReading> readings, long nowMs, Duration clockSkew) {
    if (clockSkew.isNegative()) {
      throw new IllegalArgumentException("clock skew: expected 0s or more, got " + clockSkew);
    }
    this.nowMs = nowMs;
    this.skewMs = clockSkew.toMillis();
    this.lives =
        readings.stream()
            .map(this::life)
            .filter(life -> life.tail() != Tail.NONE || !life.gaps().isEmpty())
            .toList();
  }

  private Life life(CounterReading reading) {
    Tail tail = tail(reading);
    long tailFromMs = tail == Tail.OPEN ? reading.lastEventAtMs() - skewMs : NEVER_MS;
    return new Life(reading, beganMs(reading), tail, tailFromMs, gaps(reading));
  }

  private Tail tail(CounterReading reading) {
    if (reading.blocked() != null) {
      return Tail.BLOCKED;
    }
    if (reading.hasEnded()) {
      return Tail.NONE;
    }
    if (reading.counted().isEmpty()) {
      return Tail.NOTHING_YET;
    }
    return isAhead(reading.lastEventAtMs()) ? Tail.CLOCK_AHEAD : Tail.OPEN;
  }

  private boolean isAhead(long timeMs) {
    return timeMs > nowMs + skewMs;
  }

  private long beganMs(CounterReading reading) {
    OptionalLong start = CounterId.startMs(reading.counterId());
    if (start.isEmpty()) {
      return NEVER_MS;
    }
    long startMs = start.getAsLong();
    boolean contradicted =
        isAhead(startMs)
            || !reading.counted().isEmpty() && reading.lastEventAtMs() < startMs - skewMs;
    return contradicted ? NEVER_MS : startMs - skewMs;
  }

  private List<OpenGap> gaps(CounterReading reading) {
    if (reading.blocked() != null) {
      return List.of();
    }
    LongRanges counted = reading.counted();
    long highest = counted.isEmpty() ? -1 : counted.last();
    long lastMs = reading.closed() ? reading.lastEventAtMs() + skewMs : ALWAYS_MS;
    List<OpenGap> gaps = new ArrayList<>();
    for (Gap gap : reading.openGaps()) {
      boolean proven = gap.to() < highest && !isAhead(reading.lastEventAtMs());
      long knownMs = proven ? knownMs(gap) : ALWAYS_MS;
      gaps.add(new OpenGap(gap.size(), Math.min(lastMs, knownMs)));
    }
    return gaps;
  }

  private long knownMs(Gap gap) {
    long latest = gap.sinceMs() + SINCE_GRAIN_MS + skewMs;
    return latest < gap.sinceMs() ? ALWAYS_MS : latest;
  }

  @Override
  public DayVerdict of(long fromMs, long toMs) {
    List<MayCome> all = new ArrayList<>();
    for (Life life : lives) {
      if (life.beganMs() < toMs) {
        MayCome mayCome = mayCome(life, fromMs, toMs);
        if (mayCome.missing() > 0 || mayCome.tail() != Tail.NONE) {
          all.add(mayCome);
        }
      }
    }
    return new DayVerdict(toMs + skewMs <= nowMs, all);
  }

  private static MayCome mayCome(Life life, long fromMs, long toMs) {
    long missing = 0;
    for (OpenGap gap : life.gaps()) {
      if (gap.latestMs() >= fromMs) {
        missing = plus(missing, gap.size());
      }
    }
    Tail tail = life.tailFromMs() < toMs ? life.tail() : Tail.NONE;
    CounterReading reading = life.reading();
    return new MayCome(reading.counterId(), missing, tail, reading.lastEventAtMs());
  }

  private static long plus(long a, long b) {
    long sum = a + b;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
