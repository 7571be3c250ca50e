package clickcounter.tools.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import clickcounter.ids.Ending;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import clickcounter.tools.Seed;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.series.DayFinality.DayVerdict;
import clickcounter.tools.series.DayFinality.MayCome;
import clickcounter.tools.series.DayFinality.Tail;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DayFinalityTest {
  private static final long MINUTE_MS = 60_000;
  private static final long HOUR_MS = 60 * MINUTE_MS;
  private static final long DAY_MS = 24 * HOUR_MS;

  /** Beginning and end of the day of which is asked. */
  private static final long FROM_MS = ms("2026-06-02T00:00:00Z");

  private static final long TO_MS = FROM_MS + DAY_MS;
  private static final long NOW_MS = TO_MS + 10 * DAY_MS;
  private static final Duration SKEW = Duration.ofMinutes(5);
  private static final String ID = "hostA-20260601_000000-k3f9xq";

  private static long ms(String time) {
    return Instant.parse(time).toEpochMilli();
  }

  private static CounterReading open(String id, long lastEventAtMs, GapList gaps) {
    return new CounterReading(id, gaps, false, lastEventAtMs, new LongRanges(), 1, 100, null);
  }

  private static CounterReading closed(long lastEventAtMs, GapList gaps) {
    return new CounterReading(ID, gaps, true, lastEventAtMs, new LongRanges(), 1, 100, null);
  }

  private static GapList complete() {
    GapList gaps = new GapList();
    gaps.markRange(0, 9, 0);
    return gaps;
  }

  /** 0 to 9 and 15 are counted; 10 to 14 are known as missing since then. */
  private static GapList missingSince(long sinceMs) {
    GapList gaps = complete();
    gaps.mark(15, sinceMs);
    return gaps;
  }

  private static DayVerdict verdict(CounterReading... readings) {
    return new DayFinality(List.of(readings), NOW_MS, SKEW).of(FROM_MS, TO_MS);
  }

  @Test
  void aDayWithoutCountersIsFinalOnceItIsOver() {
    assertThat(verdict().isFinal()).isTrue();
    long justOverMs = TO_MS + SKEW.toMillis();
    assertThat(new DayFinality(List.of(), justOverMs, SKEW).of(FROM_MS, TO_MS).isFinal()).isTrue();
    DayVerdict early = new DayFinality(List.of(), justOverMs - 1, SKEW).of(FROM_MS, TO_MS);
    assertThat(early.isOver()).isFalse();
    assertThat(early.isFinal()).isFalse();
    assertThat(early.mayCome()).isEmpty();
  }

  @Test
  void aCounterThatHasComePastTheDayAndLacksNothingLeavesItFinal() {
    long pastMs = TO_MS + SKEW.toMillis();
    assertThat(verdict(open(ID, pastMs, complete())).isFinal()).isTrue();
    assertThat(verdict(open(ID, pastMs - 1, complete())).mayCome())
        .containsExactly(new MayCome(ID, 0, Tail.OPEN, pastMs - 1));
  }

  @Test
  void aCounterThatClosedIsCompleteWithoutComingPastTheDay() {
    assertThat(verdict(closed(FROM_MS + 1, complete())).isFinal()).isTrue();
  }

  @Test
  void aGapKnownSinceTheDayOrLaterMayBeOfTheDay() {
    long lastMs = TO_MS + DAY_MS;
    MayCome five = new MayCome(ID, 5, Tail.NONE, lastMs);
    for (long sinceMs : List.of(FROM_MS, TO_MS - 1_000, TO_MS + HOUR_MS)) {
      assertThat(verdict(open(ID, lastMs, missingSince(sinceMs))).mayCome()).containsExactly(five);
    }
  }

  @Test
  void aGapKnownBeforeTheDayIsOfEarlierEventsButForTheClocks() {
    long lastMs = TO_MS + DAY_MS;
    long earlyMs = FROM_MS - SKEW.toMillis() - 1_000;
    assertThat(verdict(open(ID, lastMs, missingSince(earlyMs - 1_000))).isFinal()).isTrue();
    assertThat(verdict(open(ID, lastMs, missingSince(earlyMs))).isFinal()).isFalse();
  }

  @Test
  void aGapOfACounterThatClosedBeforeTheDayIsOfEarlierEvents() {
    GapList late = missingSince(TO_MS + DAY_MS);
    assertThat(verdict(closed(FROM_MS - SKEW.toMillis() - 1, late)).isFinal()).isTrue();
    assertThat(verdict(closed(FROM_MS - SKEW.toMillis(), late)).isFinal()).isFalse();
  }

  @Test
  void whatIsWrittenOffDoesNotCome() {
    GapList gaps = missingSince(TO_MS);
    gaps.writeOff(10, 12, new WriteOff(false, "disk lost", NOW_MS, "ops-1:0"));
    long lastMs = TO_MS + DAY_MS;
    assertThat(verdict(open(ID, lastMs, gaps)).mayCome())
        .containsExactly(new MayCome(ID, 2, Tail.NONE, lastMs));
    gaps.writeOff(13, 14, new WriteOff(false, "disk lost", NOW_MS, "ops-1:1"));
    assertThat(verdict(open(ID, lastMs, gaps)).isFinal()).isTrue();
  }

  @Test
  void aGapAboveAllThatWasCountedMayBeOfAnyTime() {
    GapList gaps = complete();
    // Written off by force, long before 10 to 19 happened.
    gaps.writeOff(20, 29, new WriteOff(false, "test", FROM_MS - DAY_MS, "ops-1:0"));
    assertThat(verdict(open(ID, FROM_MS - DAY_MS, gaps)).mayCome())
        .containsExactly(new MayCome(ID, 10, Tail.OPEN, FROM_MS - DAY_MS));
    // Its last event does not help: the gap is above it.
    assertThat(verdict(open(ID, TO_MS + DAY_MS, gaps)).isFinal()).isFalse();
  }

  @Test
  void aCounterThatBeganAfterTheDayHasNothingOfIt() {
    String afterwards = "hostA-20260603_000500-k3f9xq";
    long lastMs = TO_MS + HOUR_MS;
    assertThat(verdict(open(afterwards, lastMs, missingSince(lastMs))).isFinal()).isTrue();
    String atTheEnd = "hostA-20260603_000459-k3f9xq";
    assertThat(verdict(open(atTheEnd, lastMs, missingSince(lastMs))).isFinal()).isFalse();
    CounterReading entered =
        new CounterReading(afterwards, new GapList(), false, 0, new LongRanges(), 0, 0, null);
    assertThat(verdict(entered).isFinal()).isTrue();
  }

  @Test
  void aNameThatIsNoStartIsNotBelieved() {
    long lastMs = TO_MS + HOUR_MS;
    for (String name :
        List.of(
            "shop",
            // Its last event is before that.
            "shop-20260605_000000",
            // The future.
            "shop-20991231_000000",
            "shop-20260699_000000")) {
      assertThat(verdict(open(name, lastMs, missingSince(lastMs))).isFinal()).as(name).isFalse();
    }
  }

  @Test
  void aCounterWhoseClockIsAheadProvesNothing() {
    long aheadMs = NOW_MS + SKEW.toMillis() + 1;
    assertThat(verdict(open(ID, aheadMs, complete())).mayCome())
        .containsExactly(new MayCome(ID, 0, Tail.CLOCK_AHEAD, aheadMs));
    assertThat(verdict(closed(aheadMs, missingSince(FROM_MS - DAY_MS))).mayCome())
        .containsExactly(new MayCome(ID, 5, Tail.NONE, aheadMs));
  }

  @Test
  void aCounterOfWhichNothingIsKnownMayHaveAnything() {
    CounterReading entered =
        new CounterReading(ID, new GapList(), false, 0, new LongRanges(), 0, 0, null);
    CounterReading damaged =
        new CounterReading("b", new GapList(), false, 0, new LongRanges(), 1, 0, "no JSON");
    assertThat(verdict(entered, damaged).mayCome())
        .containsExactly(
            new MayCome(ID, 0, Tail.NOTHING_YET, 0), new MayCome("b", 0, Tail.BLOCKED, 0));
  }

  /** The same gaps, and an operator closed the counter after the id before this one. */
  private static GapList closedByOperator(GapList gaps, long from) {
    gaps.writeOff(from, Ending.NO_END, new WriteOff(false, "crashed", NOW_MS, "ops-1:0"));
    return gaps;
  }

  @Test
  void aCounterThatAnOperatorClosedHasItsGapsOnly() {
    GapList gaps = closedByOperator(missingSince(FROM_MS + HOUR_MS), 16);
    DayFinality finality =
        new DayFinality(List.of(open(ID, FROM_MS + HOUR_MS, gaps)), NOW_MS, SKEW);
    assertThat(finality.of(FROM_MS, TO_MS).mayCome())
        .containsExactly(new MayCome(ID, 5, Tail.NONE, FROM_MS + HOUR_MS));
    assertThat(finality.of(TO_MS, TO_MS + DAY_MS).isFinal()).isTrue();
  }

  @Test
  void whatAnOperatorsCloseJumpsOverMayBeOfAnyTime() {
    CounterReading crashed = open(ID, FROM_MS - 9 * HOUR_MS, closedByOperator(complete(), 13));
    assertThat(verdict(crashed).mayCome())
        .containsExactly(new MayCome(ID, 3, Tail.NONE, FROM_MS - 9 * HOUR_MS));
  }

  @Test
  void aCounterThatWentOnAfterAnOperatorsCloseIsOpen() {
    GapList gaps = closedByOperator(complete(), 10);
    gaps.mark(10, NOW_MS);
    assertThat(verdict(open(ID, FROM_MS - HOUR_MS, gaps)).mayCome())
        .containsExactly(new MayCome(ID, 0, Tail.OPEN, FROM_MS - HOUR_MS));
  }

  @Test
  void clocksThatDifferLessThanNotAtAllAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DayFinality(List.of(), 0, Duration.ofMillis(-1)))
        .withMessageContaining("clock skew");
  }

  /** An event of a life, and when it arrives; {@link Long#MAX_VALUE} for never. */
  private record TrueEvent(long sequence, long timeMs, long arrivesMs) {}

  /**
   * A counter's whole life: what it writes, and what is known of it at some time.
   *
   * @param closedByOperatorMs when an operator closes it after the last line of its archive, if its
   *     service did not; {@link Long#MAX_VALUE} for never
   */
  private record TrueLife(
      String id,
      List<TrueEvent> events,
      boolean closes,
      long closeArrivesMs,
      long closedByOperatorMs) {
    static TrueLife random(int number, SplittableRandom random) {
      long startMs = FROM_MS - 3 * DAY_MS + random.nextLong(6 * DAY_MS);
      // Services' clocks are wrong by up to two minutes, and times go back by up to one.
      long clockMs = random.nextLong(-2 * MINUTE_MS, 2 * MINUTE_MS);
      long stepMs = 1 + random.nextLong(4 * HOUR_MS);
      List<TrueEvent> events = new ArrayList<>();
      long atMs = startMs;
      int size = 1 + random.nextInt(60);
      boolean outage = random.nextInt(3) == 0;
      for (int i = 0; i < size; i++) {
        atMs += random.nextLong(stepMs);
        long timeMs = Math.max(startMs, atMs - random.nextLong(MINUTE_MS)) + clockMs;
        events.add(new TrueEvent(i, timeMs, arrival(atMs, outage, random)));
      }
      String started = Instant.ofEpochMilli(startMs + clockMs).toString();
      String id =
          random.nextInt(4) == 0
              ? "other-" + number
              : "host"
                  + number
                  + "-"
                  + started.substring(0, 19).replaceAll("[-:]", "").replace('T', '_');
      boolean closes = random.nextInt(3) > 0;
      long closeArrivesMs = arrival(atMs + MINUTE_MS, outage, random);
      long closedByOperatorMs =
          closes || random.nextBoolean() ? Long.MAX_VALUE : atMs + random.nextLong(5 * DAY_MS);
      return new TrueLife(id, events, closes, closeArrivesMs, closedByOperatorMs);
    }

    private static long arrival(long atMs, boolean outage, SplittableRandom random) {
      int fate = random.nextInt(40);
      if (fate == 0) {
        return Long.MAX_VALUE;
      }
      long delayMs = fate < 3 ? random.nextLong(5 * DAY_MS) : random.nextLong(2_000);
      return atMs + delayMs + (outage ? DAY_MS : 0);
    }

    /** What the counter's document says at this time; null if nothing of it came. */
    CounterReading at(long nowMs) {
      GapList gaps = new GapList();
      long lastMs = 0;
      List<TrueEvent> arrived =
          events.stream()
              .filter(event -> event.arrivesMs() <= nowMs)
              .sorted(Comparator.comparingLong(TrueEvent::arrivesMs))
              .toList();
      boolean isClosed = closes && closeArrivesMs <= nowMs;
      long closeId = events.size();
      boolean closeDone = !isClosed;
      for (TrueEvent event : arrived) {
        if (!closeDone && closeArrivesMs <= event.arrivesMs()) {
          gaps.mark(closeId, second(closeArrivesMs));
          closeDone = true;
        }
        gaps.mark(event.sequence(), second(event.arrivesMs()));
        lastMs = Math.max(lastMs, event.timeMs());
      }
      if (!closeDone) {
        gaps.mark(closeId, second(closeArrivesMs));
      }
      if (isClosed) {
        lastMs = Math.max(lastMs, events.get(events.size() - 1).timeMs());
      }
      if (!isClosed && closedByOperatorMs <= nowMs) {
        gaps.writeOff(
            events.size(),
            Ending.NO_END,
            new WriteOff(false, "crashed", closedByOperatorMs, "ops-1:0"));
      }
      boolean nothing = arrived.isEmpty() && !isClosed;
      return nothing
          ? null
          : new CounterReading(id, gaps, isClosed, lastMs, new LongRanges(), 1, 1, null);
    }

    private static long second(long ms) {
      return ms - ms % 1_000;
    }

    /** Events of the time that were not counted by then, and those of them below what was. */
    long missing(long nowMs, long fromMs, long toMs, long below) {
      return events.stream()
          .filter(event -> event.sequence() < below)
          .filter(event -> event.arrivesMs() > nowMs)
          .filter(event -> event.timeMs() >= fromMs && event.timeMs() < toMs)
          .count();
    }
  }

  @Test
  void noTimeIsFinalWhileAnEventOfItIsMissing() throws Exception {
    SplittableRandom seeds = new SplittableRandom(4_711);
    int[] finals = new int[2];
    for (int i = 0; i < 4_000; i++) {
      Seed.with(seeds.nextLong(), random -> checkLives(random, finals));
    }
    // Neither always final nor never.
    assertThat(finals[1]).isGreaterThan(2_000);
    assertThat(finals[0]).isGreaterThan(2_000);
  }

  private static void checkLives(SplittableRandom random, int[] finals) {
    List<TrueLife> lives = new ArrayList<>();
    int size = 1 + random.nextInt(3);
    for (int i = 0; i < size; i++) {
      lives.add(TrueLife.random(i, random));
    }
    long nowMs = FROM_MS + random.nextLong(12 * DAY_MS);
    // A counter of which nothing has come yet is unknown: the limit in the description.
    lives.removeIf(life -> life.at(nowMs) == null);
    DayFinality finality =
        new DayFinality(lives.stream().map(life -> life.at(nowMs)).toList(), nowMs, SKEW);
    for (int i = 0; i < 8; i++) {
      long fromMs = FROM_MS - 3 * DAY_MS + random.nextLong(8 * DAY_MS);
      long toMs = fromMs + 1 + random.nextLong(2 * DAY_MS);
      DayVerdict verdict = finality.of(fromMs, toMs);
      finals[verdict.isFinal() ? 1 : 0]++;
      for (TrueLife life : lives) {
        check(life, nowMs, fromMs, toMs, verdict);
      }
    }
  }

  private static void check(TrueLife life, long nowMs, long fromMs, long toMs, DayVerdict verdict) {
    MayCome said =
        verdict.mayCome().stream()
            .filter(each -> each.counterId().equals(life.id()))
            .findFirst()
            .orElse(new MayCome(life.id(), 0, Tail.NONE, 0));
    long next = life.at(nowMs).next();
    long below = life.missing(nowMs, fromMs, toMs, next);
    long all = life.missing(nowMs, fromMs, toMs, Long.MAX_VALUE);
    assertThat(below).as("missing of %s", life).isLessThanOrEqualTo(said.missing());
    if (all > below && nowMs >= toMs + SKEW.toMillis()) {
      assertThat(said.tail()).as("the tail of %s", life).isNotEqualTo(Tail.NONE);
    }
    if (verdict.isFinal()) {
      assertThat(all).as("what is missing of %s", life).isZero();
    }
  }
}
