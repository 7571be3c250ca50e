package clickcounter.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventLimits;
import clickcounter.event.Judgement;
import clickcounter.testing.Seeded;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AdTotalsTest {
  private static final long DAY_MS = 86_400_000L;

  @Test
  void totalsAreTheSameInWhateverOrderEventsAreAdded() {
    Seeded.runs(
        500,
        random -> {
          List<AdEvent> events = events(random);
          AdTotals inOrder = totals(events);
          for (int i = 0; i < 5; i++) {
            Collections.shuffle(events, random);
            AdTotals shuffled = totals(events);
            assertThat(shuffled).isEqualTo(inOrder).hasSameHashCodeAs(inOrder);
            assertThat(shuffled.ranking().score()).isEqualTo(inOrder.ranking().score());
          }
        });
  }

  @Test
  void whatIsTakenBackIsNotChargedAndInAllClicks() {
    AdTotals totals = new AdTotals();
    totals.add(EventKind.BUDGET, 100, 1);
    totals.add(EventKind.CLICK, 60, 1);
    totals.add(EventKind.CLICK, 60, 2);
    totals.add(EventKind.FILTERED_RATE, 0, 3);
    assertThat(totals.state()).isEqualTo(AdState.EXHAUSTED);

    totals.add(EventKind.INVALIDATION, 60, 2);
    assertThat(totals.clicks()).isEqualTo(1);
    assertThat(totals.costMicros()).isEqualTo(60);
    assertThat(totals.grossClicks()).isEqualTo(3);
    assertThat(totals.ranking().clicks(0)).isEqualTo(1);
    assertThat(totals.state()).isEqualTo(AdState.ACTIVE);

    totals.add(EventKind.REINSTATEMENT, 60, 2);
    assertThat(totals.costMicros()).isEqualTo(120);
    assertThat(totals.invalid().invalidatedMicros()).isZero();
    assertThat(totals.invalid().filtered(EventKind.FILTERED_RATE)).isEqualTo(1);
    assertThat(totals.grossClicks()).isEqualTo(3);
  }

  @Test
  void verdictBeforeItsClickIsBelowZeroUntilTheClickComes() {
    AdTotals totals = new AdTotals();
    totals.add(EventKind.BUDGET, 100, 1);
    totals.add(EventKind.INVALIDATION, 60, 1);
    assertThat(totals.clicks()).isEqualTo(-1);
    assertThat(totals.costMicros()).isEqualTo(-60);
    assertThat(totals.spentMicros()).isZero();
    assertThat(totals.leftMicros()).isEqualTo(100);
    assertThat(totals.overdeliveredMicros()).isZero();
    assertThat(totals.ranking().score()).isZero();
    assertThat(totals.grossClicks()).isZero();

    totals.add(EventKind.CLICK, 60, 1);
    assertThat(totals.clicks()).isZero();
    assertThat(totals.costMicros()).isZero();
    assertThat(totals.grossClicks()).isEqualTo(1);
  }

  @Test
  void sumsAreNeverBeyondWhatIsPlausibleAndNeverWrapAround() {
    Seeded.runs(
        300,
        random -> {
          AdTotals totals = new AdTotals();
          java.math.BigInteger sum = java.math.BigInteger.ZERO;
          int sign = random.nextBoolean() ? 1 : -1;
          for (int i = 0; i < 3_000; i++) {
            long amount = sign * random.nextLong(EventLimits.MAX_BUDGET_MICROS);
            if (totals.hasRoomFor(EventKind.BUDGET, amount)) {
              totals.add(EventKind.BUDGET, amount, 0);
              sum = sum.add(java.math.BigInteger.valueOf(amount));
            }
          }
          assertThat(totals.budgetMicros()).isEqualTo(sum.longValueExact());
          assertThat(Math.abs(totals.budgetMicros()))
              .isBetween(
                  EventLimits.MAX_SUM_MICROS - EventLimits.MAX_BUDGET_MICROS,
                  EventLimits.MAX_SUM_MICROS);
          assertThat(totals.hasRoomFor(EventKind.BUDGET, -sign)).isTrue();
          assertThat(totals.hasRoomFor(EventKind.IMPRESSION, 0)).isTrue();
        });
  }

  @Test
  void sumOfADocumentBeyondThatMayComeNearerOnly() {
    AdTotals totals =
        AdTotals.read(
            true,
            Long.MAX_VALUE - 1,
            Long.MAX_VALUE,
            1,
            0,
            InvalidClicks.NONE,
            0,
            0,
            new AdTotals().ranking());

    assertThat(totals.hasRoomFor(EventKind.CLICK, 1)).isFalse();
    assertThat(totals.hasRoomFor(EventKind.BUDGET, 1)).isFalse();
    assertThat(totals.hasRoomFor(EventKind.BUDGET, -1)).isTrue();
    AdTotals before = totals.copy();
    assertThatThrownBy(() -> totals.add(new Contribution(EventKind.CLICK, 1, 0)))
        .isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> totals.add(new Contribution(EventKind.BUDGET, 2, 0)))
        .isInstanceOf(ArithmeticException.class);
    assertThat(totals).as("nothing is half done").isEqualTo(before);
  }

  @Test
  void whatDiffersInOneEventIsNotEqual() {
    List<AdTotals> different =
        List.of(
            new AdTotals(),
            totals(List.of(impression(0, 0))),
            totals(List.of(impression(0, 1))),
            totals(List.of(impression(0, DAY_MS))),
            totals(List.of(impression(0, 0), impression(1, 1))),
            totals(List.of(impression(0, 0), impression(1, 0))),
            totals(List.of(click(0, 0, 0))),
            totals(List.of(click(0, 0, 1))),
            totals(List.of(budget(0, 0, 0))),
            totals(List.of(budget(0, 0, 1))));
    assertThat(different).doesNotHaveDuplicates();
    assertThat(different).extracting(AdTotals::toString).doesNotHaveDuplicates();
    assertThat(new Ranking(1, new long[] {1}, new long[0]))
        .isNotEqualTo(new Ranking(1, new long[0], new long[] {1}))
        .isNotEqualTo(new Ranking(2, new long[] {1}, new long[0]))
        .isNotEqualTo(new Ranking(1, new long[] {2}, new long[0]))
        .isEqualTo(new Ranking(1, new long[] {1, 0}, new long[0]));
  }

  private static List<AdEvent> events(Random random) {
    List<AdEvent> events = new ArrayList<>();
    long base = random.nextLong(EventLimits.MAX_TIMESTAMP_MS / 2);
    for (int i = random.nextInt(1, 60); i > 0; i--) {
      long ms = base + random.nextLong(20 * DAY_MS);
      if (random.nextInt(20) == 0) {
        ms = random.nextBoolean() ? 0 : EventLimits.MAX_TIMESTAMP_MS;
      }
      events.add(event(random, i, ms));
    }
    return events;
  }

  private static AdEvent event(Random random, int sequence, long ms) {
    return switch (random.nextInt(6)) {
      case 4 -> judged(random, sequence, ms);
      case 0 -> click(sequence, ms, random.nextLong(EventLimits.MAX_COST_MICROS));
      case 1 -> budget(sequence, ms, random.nextLong(-1_000_000, 2_000_000));
      default -> impression(sequence, ms);
    };
  }

  private static AdEvent judged(Random random, int sequence, long ms) {
    List<EventKind> kinds = List.of(EventKind.values());
    EventKind kind = kinds.get(random.nextInt(EventKind.INVALIDATION.ordinal(), kinds.size()));
    return kind.isFiltered()
        ? new AdEvent(
            "c", sequence, kind, "m", ms, 0, Judgement.ofFilter(kind.filterClass() + "@1"))
        : new AdEvent("c", sequence, kind, "m", ms, 7, new Judgement("ivt@1", "h:1", "ivt"));
  }

  private static AdTotals totals(List<AdEvent> events) {
    AdTotals totals = new AdTotals();
    events.forEach(totals::add);
    return totals;
  }

  @Test
  void rankingIsThatOfANaiveSumOverTheNewestEightDays() {
    Seeded.runs(
        500,
        random -> {
          List<AdEvent> events = events(random);
          events.removeIf(e -> e.kind() == EventKind.BUDGET || e.kind().isFiltered());
          Ranking ranking = totals(events).ranking();
          long newest = events.stream().mapToLong(e -> e.timestampMs() / DAY_MS).max().orElse(0);
          assertThat(ranking.newestDay()).isEqualTo(newest);
          double clicks = 0;
          double impressions = 0;
          for (int age = Ranking.DAYS - 1; age >= 0; age--) {
            clicks = clicks / 2 + charged(events, newest - age);
            impressions = impressions / 2 + count(events, EventKind.IMPRESSION, newest - age);
          }
          assertThat(ranking.score())
              .isEqualTo(Math.max(0, clicks) / (impressions + Ranking.PRIOR_IMPRESSIONS));
          for (int age = 0; age < Ranking.DAYS; age++) {
            assertThat(ranking.clicks(age)).isEqualTo(charged(events, newest - age));
            assertThat(ranking.impressions(age))
                .isEqualTo(count(events, EventKind.IMPRESSION, newest - age));
          }
        });
  }

  private static long charged(List<AdEvent> events, long day) {
    return count(events, EventKind.CLICK, day)
        - count(events, EventKind.INVALIDATION, day)
        + count(events, EventKind.REINSTATEMENT, day);
  }

  private static long count(List<AdEvent> events, EventKind kind, long day) {
    return events.stream().filter(e -> e.kind() == kind && e.timestampMs() / DAY_MS == day).count();
  }

  @Test
  void aDayEndsAtMidnightUtc() {
    assertThat(Ranking.dayOf(DAY_MS - 1)).isZero();
    assertThat(Ranking.dayOf(DAY_MS)).isEqualTo(1);
  }

  @Test
  void aDayCountsHalfOfTheDayAfterIt() {
    Ranking ranking = new Ranking(100, new long[] {8, 4, 0, 8}, new long[] {0, 100});
    assertThat(ranking.score()).isEqualTo((8 + 2 + 1) / (50.0 + 50));
  }

  @Test
  void theEighthDayIsKeptAndTheNinthIsNot() {
    AdTotals totals = new AdTotals();
    totals.add(impression(0, 0));
    totals.add(impression(1, 7 * DAY_MS));
    assertThat(totals.ranking().impressions(7)).isEqualTo(1);
    totals.add(impression(2, 8 * DAY_MS));
    assertThat(totals.ranking().impressions(7)).isZero();
    totals.add(impression(3, 0));
    assertThat(totals.ranking().impressions(7)).isZero();
    assertThat(totals.impressions()).isEqualTo(4);
  }

  @Test
  void theFarFutureAndThePastAreCounted() {
    AdTotals totals = new AdTotals();
    totals.add(impression(0, EventLimits.MAX_TIMESTAMP_MS));
    totals.add(impression(1, 0));
    assertThat(totals.impressions()).isEqualTo(2);
    assertThat(totals.firstEventAtMs()).isZero();
    assertThat(totals.lastEventAtMs()).isEqualTo(EventLimits.MAX_TIMESTAMP_MS);
    assertThat(totals.ranking().impressions(0)).isEqualTo(1);
  }

  @Test
  void anAdWithoutABudgetEventIsUnfundedAndOwesNothing() {
    AdTotals totals = new AdTotals();
    totals.add(click(0, 0, 100));
    assertThat(totals.state()).isEqualTo(AdState.UNFUNDED);
    assertThat(totals.spentMicros()).isZero();
    assertThat(totals.costMicros()).isEqualTo(100);
  }

  @Test
  void anAdIsActiveWhileThereIsBudgetLeft() {
    AdTotals totals = totals(List.of(budget(0, 0, 100), click(1, 0, 99)));
    assertThat(totals.state()).isEqualTo(AdState.ACTIVE);
    assertThat(totals.spentMicros()).isEqualTo(99);
  }

  @Test
  void anAdIsExhaustedAtItsBudgetAndSpendsNoMore() {
    AdTotals totals = totals(List.of(budget(0, 0, 100), click(1, 0, 100)));
    assertThat(totals.state()).isEqualTo(AdState.EXHAUSTED);
    totals.add(click(2, 0, 100));
    assertThat(totals.spentMicros()).isEqualTo(100);
    assertThat(totals.costMicros()).isEqualTo(200);
    totals.add(budget(3, 0, 101));
    assertThat(totals.state()).isEqualTo(AdState.ACTIVE);
    assertThat(totals.spentMicros()).isEqualTo(200);
  }

  @Test
  void aBudgetBelowNothingSpendsNothing() {
    AdTotals totals = totals(List.of(budget(0, 0, -100), click(1, 0, 7)));
    assertThat(totals.state()).isEqualTo(AdState.EXHAUSTED);
    assertThat(totals.spentMicros()).isZero();
  }

  @Test
  void aBudgetTakenBackIsExhaustedNotUnfunded() {
    AdTotals totals = totals(List.of(budget(0, 0, 100), budget(1, 0, -100)));
    assertThat(totals.state()).isEqualTo(AdState.EXHAUSTED);
  }

  @Test
  void aCopyGoesItsOwnWay() {
    AdTotals totals = totals(List.of(impression(0, DAY_MS)));
    AdTotals copy = totals.copy();
    copy.add(click(1, 5 * DAY_MS, 3));
    assertThat(totals).isEqualTo(totals(List.of(impression(0, DAY_MS))));
  }

  @Test
  void aContributionAddsWhatItsEventDoesButTheSpan() {
    Seeded.runs(
        200,
        random -> {
          AdTotals byEvent = new AdTotals();
          AdTotals byContribution = new AdTotals();
          for (AdEvent event : events(random)) {
            byEvent.add(event);
            byContribution.add(Contribution.of(event));
          }
          byContribution.includeTimes(byEvent);
          assertThat(byContribution).isEqualTo(byEvent);
        });
  }

  private static AdEvent impression(long sequence, long ms) {
    return new AdEvent("h", sequence, EventKind.IMPRESSION, "m1", ms, 0);
  }

  private static AdEvent click(long sequence, long ms, long costMicros) {
    return new AdEvent("h", sequence, EventKind.CLICK, "m1", ms, costMicros);
  }

  private static AdEvent budget(long sequence, long ms, long micros) {
    return new AdEvent("h", sequence, EventKind.BUDGET, "m1", ms, micros);
  }
}
