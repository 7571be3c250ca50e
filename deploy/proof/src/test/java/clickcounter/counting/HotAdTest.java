package clickcounter.counting;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.hours.RecentHours;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How large the document of a hot ad gets, with the default settings and the production's tasks,
 * while events of other ads keep its counters busy.
 */
@Tag("slow")
class HotAdTest {
  private static final double HOT_EVENTS_A_SECOND = 40_000 / 3_600.0;

  /** One event of so many is the hot ad's. */
  private static final int HOT_ONE_OF = 50;

  private static final double EVENTS_A_SECOND = HOT_EVENTS_A_SECOND * HOT_ONE_OF;

  /** Twenty seconds. */
  private static final int EVENTS = (int) (20 * EVENTS_A_SECOND);

  /** What eight days of such traffic make the totals and the ranking longer. */
  private static final int OLD_AD_BYTES = 150;

  /** What each of the hours before takes: 39,200 impressions and 800 clicks of one price. */
  private static final int HOUR_BYTES = ",u8w.m8".length();

  private static final int OLD_BYTES = OLD_AD_BYTES + (RecentHours.WINDOW - 1) * HOUR_BYTES;

  private static final int OTHER_ADS = 5_000;
  private static final long SEED = 1;

  /** A counter's sequences go on as at 3,200 events a second: this is a share of them. */
  private static final int SEQUENCES_A_SECOND = 3_200;

  private static final long START_MS = 1_383_146_743_000L;

  @ParameterizedTest
  @CsvSource({"1, 1500", "12, 1500", "50, 1750", "100, 1750"})
  void aHotAdsDocumentStaysSmall(int counters, int mostBytes) {
    assertThat(largestBytes(counters, List.of(), traffic(counters, 0)))
        .isLessThan(mostBytes - OLD_BYTES);
  }

  @Test
  void aHotAdsDocumentDoesNotGrowWithItsEvents() {
    int counters = 12;
    long first = largestBytes(counters, List.of(), traffic(counters, 0));
    long later = largestBytes(counters, traffic(counters, 0), traffic(counters, EVENTS));
    // The totals get longer by a few digits.
    assertThat(later).isLessThan(first + first / 10);
  }

  private static long largestBytes(int counters, List<String> before, List<String> events) {
    BareTasks tasks = new BareTasks(EVENTS_A_SECOND);
    tasks.play(before);
    tasks.play(events);
    LongSummaryStatistics bytes =
        tasks.adPuts().stream().mapToLong(RecordedMetrics.StartedPut::bytes).summaryStatistics();
    System.out.printf(
        "hot ad, %d counters, after %d events: documents of %s bytes%n",
        counters, before.size(), bytes);
    assertThat(events).hasSize(EVENTS);
    return bytes.getMax();
  }

  private static List<String> traffic(int counters, int firstEvent) {
    Random random = new Random(SEED);
    long[] sequence = random.longs(counters, 1_000_000, 9_000_000).toArray();
    int apart = (int) (SEQUENCES_A_SECOND / EVENTS_A_SECOND);
    List<String> messages = new ArrayList<>();
    for (int i = 0; i < firstEvent + EVENTS; i++) {
      int counter = random.nextInt(counters);
      sequence[counter] += 1 + random.nextInt(2 * apart);
      boolean click = random.nextInt(50) == 0;
      String ad = i % HOT_ONE_OF == 0 ? "m123456" : "m" + random.nextInt(OTHER_ADS);
      if (i >= firstEvent) {
        messages.add(line(ad, counter, sequence[counter], click, i));
      }
    }
    return messages;
  }

  private static String line(String ad, int counter, long sequence, boolean click, int event) {
    return EventWriter.toLine(
        new AdEvent(
            "host%02d-20131030_15%02d43-k3f9x%c"
                .formatted(counter, counter % 60, 'a' + counter % 26),
            sequence,
            click ? EventKind.CLICK : EventKind.IMPRESSION,
            ad,
            START_MS + (long) (event * 1_000 / EVENTS_A_SECOND),
            click ? 120_000 : 0));
  }
}
