package clickcounter.document;

import clickcounter.event.EventKind;
import clickcounter.hours.RecentHours;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * What writing and reading documents costs: processor time and allocated bytes, on one thread. Not
 * a test: run its main.
 */
final class DocumentBench {
  private static final int ROUNDS = 5;
  private static final long DAY = 16008;
  private static final long NOON_MS = DAY * 86_400_000L + 43_200_000L;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private DocumentBench() {}

  private interface Work {
    /** Returns something that depends on the result, so that the work is not left out. */
    long run() throws Exception;
  }

  public static void main(String[] args) throws Exception {
    AdDocument typical = ad(1, 12);
    AdDocument hot = ad(12, 60);
    CounterDocument quiet = counter(3);
    CounterDocument full = counter(10_000);
    measure("ad, 1 counter, write", 400_000, write(typical));
    measure("ad, 1 counter, read", 400_000, read(typical));
    measure("ad, 12 counters, write", 100_000, write(hot));
    measure("ad, 12 counters, read", 100_000, read(hot));
    measure("counter, 3 gaps, write", 400_000, write(quiet));
    measure("counter, 10,000 gaps, write", 400, write(full));
    measure("counter, 10,000 gaps, read", 400, read(full));
    measure("view, forget 1 id", 4_000_000, forget(full, 1));
    measure("view, forget 100 ids", 100_000, forget(full, 100));
    measure("totals, 20 impressions", 1_000_000, totals());
  }

  private static Work write(AdDocument document) {
    AdDocumentWriter writer = new AdDocumentWriter();
    Map<String, UnsettledIds> counters = new TreeMap<>(document.unsettled());
    String[] counterIds = counters.keySet().toArray(String[]::new);
    UnsettledIds[] ids = counters.values().toArray(UnsettledIds[]::new);
    return () -> {
      writer.begin(document.adId(), document.totals(), document.hours());
      for (int i = 0; i < ids.length; i++) {
        writer.counter(counterIds[i], ids[i].older(), ids[i].added());
      }
      return writer.end(document.write(), document.other()).length;
    };
  }

  private static Work read(AdDocument document) {
    byte[] bytes = AdDocumentCodec.write(document);
    System.out.printf("%d bytes%n", bytes.length);
    return () -> AdDocumentCodec.read(AdDocumentCodec.CONTENT_TYPE, bytes).totals().clicks();
  }

  private static Work write(CounterDocument document) {
    return () -> CounterDocumentCodec.write(document).length;
  }

  private static Work read(CounterDocument document) {
    byte[] bytes = CounterDocumentCodec.write(document);
    System.out.printf("%d bytes%n", bytes.length);
    return () -> CounterDocumentCodec.read(CounterDocumentCodec.CONTENT_TYPE, bytes).next();
  }

  private static Work forget(CounterDocument document, int count) {
    CounterView view = new IndexedView(document);
    LongRanges ids = LongRanges.ofRange(document.next() - count, document.next() - 1);
    return () -> {
      LongRanges left = ids.copy();
      view.removeConfirmed(left);
      return left.size();
    };
  }

  private static Work totals() {
    return () -> {
      AdTotals totals = new AdTotals();
      for (int i = 0; i < 20; i++) {
        if (totals.hasRoomFor(EventKind.IMPRESSION, 0)) {
          totals.add(EventKind.IMPRESSION, 0, NOON_MS + i);
        }
      }
      return totals.impressions();
    };
  }

  private static void measure(String what, int times, Work work) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      long bytes = THREADS.getCurrentThreadAllocatedBytes();
      long ns = THREADS.getCurrentThreadCpuTime();
      long sum = 0;
      for (int i = 0; i < times; i++) {
        sum += work.run();
      }
      ns = THREADS.getCurrentThreadCpuTime() - ns;
      bytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
      if (round == ROUNDS - 1) {
        System.out.printf(
            Locale.ROOT, "%-30s %,12d ns %,12d bytes (%d)%n", what, ns / times, bytes / times, sum);
      }
    }
  }

  private static AdDocument ad(int counters, int added) {
    Random random = new Random(1);
    Map<String, UnsettledIds> unsettled = new HashMap<>();
    for (int i = 0; i < added; i++) {
      String counterId = "host%02d-20131030_152543-k3f9x".formatted(i % counters);
      UnsettledIds ids = unsettled.computeIfAbsent(counterId, c -> new UnsettledIds());
      boolean click = random.nextInt(20) == 0;
      ids.added()
          .add(
              random.nextLong(1_000_000, 1_009_999),
              click ? DocumentFixtures.click(120_000, DAY) : DocumentFixtures.impression(DAY));
    }
    AdTotals totals =
        AdTotals.read(
            true,
            50_000_000,
            9_600_000,
            80,
            4_123,
            InvalidClicks.NONE,
            NOON_MS - 86_400_000L,
            NOON_MS,
            new Ranking(DAY, new long[] {60, 20}, new long[] {3_000, 1_123}));
    WriteStamp write = new WriteStamp("3k9f0x2m.1q7z", 4711, List.of(), "3k9f0x2m.1q7y", 4710);
    return new AdDocument(
        "m123456", totals, RecentHours.read("88gc:4,9,8.1.2klc,b"), unsettled, write);
  }

  private static CounterDocument counter(int gapCount) {
    GapList gaps = new GapList();
    for (int i = 0; i < gapCount; i++) {
      gaps.markRange(5L * i + 1, 5L * i + 3, NOON_MS + i / 300 * 1_000L);
    }
    gaps.markRange(5L * gapCount, 5L * gapCount + 1_000, NOON_MS);
    LongRanges unconfirmed = new LongRanges();
    for (int i = 0; i < Math.min(gapCount, 100); i++) {
      unconfirmed.addRange(5L * i + 1, 5L * i + 2);
    }
    WriteStamp write = new WriteStamp("3k9f0x2m1q7z", 991, List.of("1m4c8t0w5y2r"));
    return new CounterDocument(
        "host01-20131030_152543-k3f9x", gaps, false, NOON_MS, unconfirmed, write);
  }
}
