package clickcounter.tools.judge;

import clickcounter.event.EventKind;
import clickcounter.tools.archive.ArchiveScan.ArchivedLineSink;
import clickcounter.tools.archive.EventLine;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Finds for each click when its ad was last shown to its visitor. Needs no memory for impressions.
 * Several threads may read at a time; {@link #end} after all.
 */
final class Impressions implements ArchivedLineSink {
  /** 16 MB. Most impressions are of visitors without a click: one look tells. */
  private static final int VISITOR_BITS = 27;

  private final DayClicks clicks;
  private final long fromMs;
  private final long toMs;
  private final BitSet visitors = new BitSet(1 << VISITOR_BITS);
  private final Order byVisitor;

  /** For impressions of which it is not known who saw them. */
  private final Order byAd;

  Impressions(DayClicks clicks, long fromMs, long toMs) {
    this.clicks = clicks;
    this.fromMs = fromMs;
    this.toMs = toMs;
    byVisitor = new Order(true, clicks.ofVisitors(Comparator.comparing(Click::adId)));
    byAd =
        new Order(
            false,
            clicks.sorted(i -> clicks.get(i).hasVisitor(), Comparator.comparing(Click::adId)));
    for (int index : byVisitor.order) {
      visitors.set(bits(clicks.get(index).visitor()));
    }
  }

  private static int bits(long visitor) {
    return (int) (visitor >>> Long.SIZE - VISITOR_BITS);
  }

  @Override
  public void line(EventLine event, byte[] bytes, int from, int to, Path file, long number) {
    long timeMs = event.timestampMs();
    if (event.kind() != EventKind.IMPRESSION || timeMs < fromMs || timeMs >= toMs) {
      return;
    }
    long visitor = Click.hash(event.visitor().id());
    if (visitor == 0) {
      byAd.shown(visitor, event.adId(), timeMs);
    } else if (visitors.get(bits(visitor))) {
      byVisitor.shown(visitor, event.adId(), timeMs);
    }
  }

  /** After all impressions. */
  void end() {
    byVisitor.end();
    byAd.end();
  }

  /** Clicks of one ad, or of one visitor and ad, are together, the earliest first. */
  private final class Order {
    private final boolean isByVisitor;
    private final int[] order;

    /** The last impression at or before the click and after the click before. */
    private final AtomicLongArray lastMs;

    Order(boolean isByVisitor, int[] order) {
      this.isByVisitor = isByVisitor;
      this.order = order;
      lastMs = new AtomicLongArray(order.length);
      for (int i = 0; i < order.length; i++) {
        lastMs.set(i, DayClicks.NEVER_MS);
      }
    }

    private Click at(int place) {
      return clicks.get(order[place]);
    }

    void shown(long visitor, String adId, long timeMs) {
      int low = 0;
      int high = order.length;
      while (low < high) {
        int middle = low + high >>> 1;
        int compared = compare(at(middle), visitor, adId);
        if (compared < 0 || compared == 0 && at(middle).timestampMs() < timeMs) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      if (low < order.length && compare(at(low), visitor, adId) == 0) {
        lastMs.accumulateAndGet(low, timeMs, Math::max);
      }
    }

    private int compare(Click click, long visitor, String adId) {
      int compared = isByVisitor ? Long.compare(click.visitor(), visitor) : 0;
      return compared != 0 ? compared : click.adId().compareTo(adId);
    }

    void end() {
      long shownMs = DayClicks.NEVER_MS;
      for (int i = 0; i < order.length; i++) {
        boolean isNext = i > 0 && compare(at(i), at(i - 1).visitor(), at(i - 1).adId()) == 0;
        shownMs = Math.max(isNext ? shownMs : DayClicks.NEVER_MS, lastMs.get(i));
        clicks.shown(order[i], shownMs);
      }
    }
  }
}
