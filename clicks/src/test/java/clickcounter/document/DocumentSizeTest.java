package clickcounter.document;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.EventKind;
import clickcounter.hours.HourCounts;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The size of documents in bytes. */
class DocumentSizeTest {
  private static final long DAY = 16008;
  private static final long NOON_MS = DAY * 86_400_000L + 43_200_000L;

  private static final long HOUR = Hours.of(NOON_MS);

  private static final int AVERAGE_LIMIT = 500;
  private static final int HOT_LIMIT = 1500;

  /** What services number in five seconds, at 3,200 events a second. */
  private static final int SEQUENCES_OF_A_DEFERRAL = 16_000;

  @Test
  void anAverageAdStaysBelow500Bytes() {
    assertThat(size("average ad", average(""))).isLessThan(AVERAGE_LIMIT);
  }

  @Test
  void aRandomSuffixCostsAnAverageAdSevenBytes() {
    assertThat(size("average ad, suffixes", average("-k3f9xa")))
        .isLessThan(AVERAGE_LIMIT + "-k3f9xa".length());
  }

  /**
   * An average ad gets an event in seven minutes. When it is put, the ids before are settled, and
   * their views read.
   */
  private static AdDocument average(String suffix) {
    UnsettledIds ids = new UnsettledIds();
    ids.added().add(1_234_567, DocumentFixtures.click(120_000, HOUR));
    return new AdDocument(
        "m123456",
        totals(2_000, 8, 200),
        hours(8, 0),
        Map.of("host0-20131030_152543" + suffix, ids),
        new WriteStamp("3k9f0x2m.1q7z", 4711, List.of(), "1m4c8t0w.5y2r", 4710));
  }

  @Test
  void aHotAdOfTwelveCountersStaysBelow1500Bytes() {
    assertThat(size("hot ad, 12 counters", hot(12))).isLessThan(HOT_LIMIT);
  }

  /** Of each hour some clicks are not charged. */
  @Test
  void clicksThatAreNotChargedCostAHotAd200Bytes() {
    AdDocument hot = hot(12);
    AdTotals totals = hot.totals().copy();
    RecentHours hours = hot.hours().copy();
    for (int before = 0; before < RecentHours.WINDOW; before++) {
      for (EventKind kind : EventKind.values()) {
        if (kind.isFiltered() || kind == EventKind.INVALIDATION) {
          long micros = kind.hasAmount() ? 120_000 : 0;
          totals.add(kind, micros, Hours.startMs(HOUR - before));
          hours.add(kind, micros, HOUR - before);
        }
      }
    }
    AdDocument judged = new AdDocument("m123456", totals, hours, hot.unsettled(), hot.write());
    int more = size("hot ad with invalid clicks", judged) - size("hot ad", hot);
    assertThat(more).isBetween(100, 250);
  }

  private static AdDocument hot(int counters) {
    Random random = new Random(1);
    Map<String, UnsettledIds> unsettled = new HashMap<>();
    for (int i = 0; i < 55; i++) {
      UnsettledIds ids =
          unsettled.computeIfAbsent(counterId(i % counters), c -> new UnsettledIds());
      long sequence =
          1_000_000L * (1 + i % counters) + random.nextInt(SEQUENCES_OF_A_DEFERRAL / counters);
      boolean click = random.nextInt(50) == 0;
      ids.added()
          .add(
              sequence,
              click ? DocumentFixtures.click(120_000, HOUR) : DocumentFixtures.impression(HOUR));
    }
    return new AdDocument(
        "m123456",
        totals(3_000_000, 60_000, 900_000),
        hours(39_200, 800),
        unsettled,
        new WriteStamp("3k9f0x2m.1q7z", 471_100, List.of(), "1m4c8t0w.5y2r", 471_099));
  }

  /** Events in each hour of the window, and one click at least. */
  private static RecentHours hours(long impressions, long clicks) {
    RecentHours hours = new RecentHours();
    for (int before = RecentHours.WINDOW - 1; before >= 0; before--) {
      hours.add(HOUR - before, new HourCounts(impressions + before % 5, 0, 0));
      hours.add(HOUR - before, new HourCounts(0, clicks, clicks * 120_000));
    }
    hours.add(HOUR - 7, new HourCounts(0, 1, 120_000));
    return hours;
  }

  private static AdTotals totals(long events, long clicks, long impressionsOfDay) {
    long[] clickDays = new long[Ranking.DAYS];
    long[] impressionDays = new long[Ranking.DAYS];
    for (int i = 0; i < Ranking.DAYS; i++) {
      clickDays[i] = Math.max(1, clicks / 8);
      impressionDays[i] = impressionsOfDay;
    }
    return AdTotals.read(
        true,
        50_000_000,
        clicks * 120_000,
        clicks,
        events - clicks,
        InvalidClicks.NONE,
        NOON_MS - 864_000_000L,
        NOON_MS,
        new Ranking(DAY, clickDays, impressionDays));
  }

  /** A name as services make them, with a random suffix. */
  private static String counterId(int number) {
    return "host%02d-20131030_15%02d43-k3f9x%c".formatted(number, number % 60, 'a' + number % 26);
  }

  private static int size(String what, AdDocument document) {
    byte[] bytes = AdDocumentCodec.write(document);
    System.out.printf(
        "%s: %d bytes: %s%n",
        what, bytes.length, new String(bytes, java.nio.charset.StandardCharsets.UTF_8));
    return bytes.length;
  }
}
