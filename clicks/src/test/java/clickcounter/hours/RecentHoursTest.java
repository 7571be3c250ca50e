package clickcounter.hours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import clickcounter.event.EventKind;
import clickcounter.ids.RangeText;
import clickcounter.testing.Seeded;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RecentHoursTest {
  private static final long HOUR = 384_207;
  private static final String EXAMPLE = "88gf*2klc:34.2,eg.1.255s,7@2";

  private record Click(long hour, long costMicros) {}

  @Test
  void theTextOfTheClassCommentMeansWhatItSays() {
    RecentHours hours = RecentHours.read(EXAMPLE);
    assertThat(hours.counts())
        .isEqualTo(
            new TreeMap<>(
                Map.of(
                    HOUR,
                    new HourCounts(112, 2, 240_000),
                    HOUR - 1,
                    new HourCounts(520, 1, 100_000),
                    HOUR - 3,
                    new HourCounts(7, 0, 0))));
    assertThat(hours).hasToString(EXAMPLE);
  }

  @Test
  void costsAreLeftOutWhereAllClicksCostTheSame() {
    RecentHours hours = new RecentHours();
    for (int before = 3; before >= 0; before--) {
      hours.add(HOUR - before, new HourCounts(1, 2, before == 1 ? 240_001 : 240_000));
    }
    assertThat(hours).hasToString("88gf*2klc:1.2,1.2.556p,1.2,1.2");
    assertThat(RecentHours.read(hours.toString())).isEqualTo(hours);
  }

  @Test
  void hoursCountAsANaiveMapDoes() {
    Seeded.runs(
        500,
        random -> {
          List<Click> clicks = clicks(random);
          RecentHours hours = count(clicks);
          assertThat(hours.counts()).isEqualTo(naive(clicks));
          assertThat(hours.sum()).isEqualTo(HourCounts.sum(naive(clicks).values()));
          assertThat(RecentHours.read(hours.toString())).isEqualTo(hours);
          assertThat(hours.copy()).isEqualTo(hours).hasSameHashCodeAs(hours);
        });
  }

  @Test
  void theOrderOfEventsChangesNothing() {
    Seeded.runs(
        500,
        random -> {
          List<Click> clicks = clicks(random);
          RecentHours inOneOrder = count(clicks);
          Collections.shuffle(clicks, random);
          assertThat(count(clicks)).isEqualTo(inOneOrder);
        });
  }

  @Test
  void clicksThatAreNotChargedStandBehindThoseThatAre() {
    RecentHours hours = RecentHours.read("88gf*2klc:34.2!5,eg.-1!1,!3,.0.-5!1,0");
    assertThat(hours.counts())
        .isEqualTo(
            new TreeMap<>(
                Map.of(
                    HOUR,
                    new HourCounts(112, 2, 240_000, 5),
                    HOUR - 1,
                    new HourCounts(520, -1, -120_000, 1),
                    HOUR - 2,
                    new HourCounts(0, 0, 0, 3),
                    HOUR - 3,
                    new HourCounts(0, 0, -5, 1),
                    HOUR - 4,
                    HourCounts.NONE)));
    assertThat(hours).hasToString("88gf*2klc:34.2!5,eg.-1!1,!3,.0.-5!1,0");
  }

  @Test
  void verdictsAndFilteredClicksCountAsANaiveMapDoesInAnyOrder() {
    Seeded.runs(
        500,
        random -> {
          List<HourCounts> kinds =
              Stream.of(EventKind.values()).map(kind -> HourCounts.of(kind, 60_000)).toList();
          List<int[]> events = new ArrayList<>();
          for (int i = random.nextInt(200); i > 0; i--) {
            int kind = random.nextInt(kinds.size());
            if (EventKind.values()[kind] != EventKind.BUDGET) {
              events.add(new int[] {kind, random.nextInt(50)});
            }
          }
          RecentHours hours = ofKinds(events);
          long newest = events.stream().mapToLong(event -> event[1]).max().orElse(0);
          SortedMap<Long, HourCounts> naive = new TreeMap<>();
          events.stream()
              .filter(event -> event[1] > newest - RecentHours.WINDOW)
              .forEach(
                  event -> naive.merge(HOUR + event[1], kinds.get(event[0]), HourCounts::plus));
          assertThat(hours.counts()).isEqualTo(naive);
          assertThat(RecentHours.read(hours.toString())).isEqualTo(hours);
          Collections.shuffle(events, random);
          assertThat(ofKinds(events)).isEqualTo(hours);
        });
  }

  private static RecentHours ofKinds(List<int[]> events) {
    RecentHours hours = new RecentHours();
    for (int[] event : events) {
      EventKind kind = EventKind.values()[event[0]];
      hours.add(kind, kind.hasAmount() ? 60_000 : 0, HOUR + event[1]);
    }
    return hours;
  }

  /** Some hours apart, some far apart, so that hours leave. A cost below zero is an impression. */
  private static List<Click> clicks(Random random) {
    List<Click> clicks = new ArrayList<>();
    int spread = random.nextBoolean() ? 20 : 200;
    for (int i = random.nextInt(300); i > 0; i--) {
      int micros = random.nextBoolean() ? 120_000 : random.nextInt(-200_000, 200_000);
      clicks.add(new Click(HOUR + random.nextInt(spread), micros));
    }
    return clicks;
  }

  private static RecentHours count(List<Click> clicks) {
    RecentHours hours = new RecentHours();
    for (Click click : clicks) {
      if (click.costMicros < 0) {
        hours.add(EventKind.IMPRESSION, 0, click.hour);
      } else {
        hours.add(EventKind.CLICK, click.costMicros, click.hour);
      }
    }
    return hours;
  }

  private static SortedMap<Long, HourCounts> naive(List<Click> clicks) {
    long newest = clicks.stream().mapToLong(Click::hour).max().orElse(0);
    SortedMap<Long, HourCounts> counts = new TreeMap<>();
    for (Click click : clicks) {
      if (click.hour > newest - RecentHours.WINDOW) {
        HourCounts one =
            click.costMicros < 0 ? new HourCounts(1, 0, 0) : new HourCounts(0, 1, click.costMicros);
        counts.merge(click.hour, one, HourCounts::plus);
      }
    }
    return counts;
  }

  @Test
  void anHourLeavesWhenItFallsBehindTheWindow() {
    RecentHours hours = new RecentHours();
    hours.add(EventKind.IMPRESSION, 0, HOUR);
    hours.add(EventKind.IMPRESSION, 0, HOUR + RecentHours.WINDOW - 1);
    assertThat(hours.counts().get(HOUR)).isEqualTo(new HourCounts(1, 0, 0));
    hours.add(EventKind.IMPRESSION, 0, HOUR + RecentHours.WINDOW);
    assertThat(hours.counts()).doesNotContainKey(HOUR);
    assertThat(hours.oldest()).isEqualTo(HOUR + 1);
  }

  @Test
  void anEventBehindTheWindowChangesNoHour() {
    RecentHours hours = RecentHours.read("88gf:1");
    hours.add(EventKind.CLICK, 5, HOUR - RecentHours.WINDOW);
    assertThat(hours).isEqualTo(RecentHours.read("88gf:1"));
  }

  @Test
  void aBudgetHasNoHour() {
    RecentHours hours = new RecentHours();
    hours.add(EventKind.BUDGET, 5, 0);
    assertThat(hours).isEqualTo(new RecentHours());
    assertThat(hours.newest()).isEqualTo(RecentHours.NONE);
  }

  @Test
  void anAdWithoutHoursHasAnEmptyText() {
    RangeText text = new RangeText();
    new RecentHours().write(text);
    assertThat(text.length()).isZero();
    assertThat(RecentHours.read("")).isEqualTo(new RecentHours());
  }

  @Test
  void anHourBehindTheWindowIsADamagedText() {
    assertThat(RecentHours.read("88gf:1,2@z").counts()).hasSize(2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecentHours.read("88gf:1,2@10"))
        .withMessageContaining("hours '88gf:1,2@10': expected hours within 36 of the newest");
    assertThatIllegalArgumentException().isThrownBy(() -> RecentHours.read("88gf:1,2@0"));
    assertThatIllegalArgumentException().isThrownBy(() -> RecentHours.read("zzzzzz:1"));
  }
}
