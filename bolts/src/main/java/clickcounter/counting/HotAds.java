package clickcounter.counting;

import clickcounter.copies.Copies;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;

/**
 * Finds the busiest ads of a task, while somebody asks for them: an event costs an increment, and
 * all copies in memory are looked at every {@value #EVERY_MS} ms. Exact, but for copies that left
 * memory meanwhile.
 */
final class HotAds implements AdFeature {
  private static final int MOST = 20;
  private static final long EVERY_MS = 5_000;

  /** The first look is soon: somebody waits for it. */
  private static final long FIRST_AFTER_MS = 1_000;

  private static final long WANTED_FOR_MS = 30_000;
  private static final double MS_PER_MINUTE = 60_000;

  private final LongSupplier clockMs;
  private final Copies<AdCopy> copies;
  private volatile List<HotAd> newest = List.of();
  private volatile long wantedAtMs;
  private volatile boolean wanted;
  private boolean counting;
  private long sinceMs;
  private long nextAtMs;

  /**
   * @param clockMs read on any thread
   */
  HotAds(LongSupplier clockMs, Copies<AdCopy> copies) {
    this.clockMs = clockMs;
    this.copies = copies;
  }

  /** What was found last; empty for the first second. On any thread. */
  List<HotAd> newest() {
    wantedAtMs = clockMs.getAsLong();
    wanted = true;
    return newest;
  }

  @Override
  public void onTick() {
    if (!wanted) {
      return;
    }
    if (copies.nowMs() - wantedAtMs > WANTED_FOR_MS) {
      wanted = false;
      counting = false;
      newest = List.of();
    } else if (!counting) {
      copies.forEach(copy -> copy.eventsLately = 0);
      counting = true;
      sinceMs = copies.nowMs();
      nextAtMs = sinceMs + FIRST_AFTER_MS;
    } else if (copies.nowMs() >= nextAtMs) {
      newest = find();
      sinceMs = copies.nowMs();
      nextAtMs = sinceMs + EVERY_MS;
    }
  }

  private List<HotAd> find() {
    double perMinute = MS_PER_MINUTE / (copies.nowMs() - sinceMs);
    PriorityQueue<HotAd> busiest =
        new PriorityQueue<>(Comparator.comparingDouble(HotAd::eventsPerMinute));
    copies.forEach(
        copy -> {
          int events = copy.eventsLately;
          copy.eventsLately = 0;
          if (events > 0 && copy.isReady() && isAmong(busiest, events * perMinute)) {
            busiest.add(hot(copy, events * perMinute, copies.nowMs()));
            if (busiest.size() > MOST) {
              busiest.remove();
            }
          }
        });
    return busiest.stream()
        .sorted(Comparator.comparingDouble(HotAd::eventsPerMinute).reversed())
        .toList();
  }

  private static boolean isAmong(PriorityQueue<HotAd> busiest, double eventsPerMinute) {
    return busiest.size() < MOST || busiest.peek().eventsPerMinute() < eventsPerMinute;
  }

  private static HotAd hot(AdCopy copy, double eventsPerMinute, long nowMs) {
    return new HotAd(
        copy.id(),
        eventsPerMinute,
        copy.ledger.totals().state(),
        copy.ledger.totals().budgetMicros(),
        copy.ledger.totals().spentMicros(),
        copy.documentBytes(),
        copy.ledger.unsettled().size(),
        copy.waitedMs(nowMs));
  }
}
