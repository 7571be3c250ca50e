package clickcounter.ledger;

import clickcounter.document.CounterDocument;
import clickcounter.document.WriteStamp;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import java.util.List;
import java.util.stream.Stream;

/** Merges versions of a counter's document for readers. */
public final class CounterViews {
  private CounterViews() {}

  /**
   * The union of several versions of one counter's document: an id is seen if any version has seen
   * it, and confirmed if any version confirms it. A refreshed view is the union with the older one,
   * so that no view goes back in time.
   *
   * @param versions at least one
   */
  public static CounterDocument union(List<CounterDocument> versions) {
    CounterDocument newest = versions.get(0);
    if (versions.size() == 1) {
      return newest;
    }
    GapList gaps = newest.gaps().copy();
    boolean closed = false;
    long lastEventAtMs = 0;
    for (CounterDocument version : versions) {
      gaps.merge(version.gaps());
      closed |= version.closed();
      lastEventAtMs = Math.max(lastEventAtMs, version.lastEventAtMs());
      newest = version.write().number() > newest.write().number() ? version : newest;
    }
    return new CounterDocument(
        newest.counterId(),
        gaps,
        closed,
        lastEventAtMs,
        unconfirmed(versions),
        stamp(versions, newest));
  }

  /** The ids that at least one version lists as unconfirmed and no version confirms. */
  static LongRanges unconfirmed(List<CounterDocument> versions) {
    LongRanges ids = new LongRanges();
    versions.forEach(v -> ids.addAll(v.unconfirmed()));
    versions.forEach(v -> ids.removeAll(v.confirmedAmong(ids)));
    return ids;
  }

  /**
   * Merges an older view with a newer one. Usually the newer one contains everything that the older
   * one does and is returned as it is.
   */
  public static CounterDocument refreshed(CounterDocument older, CounterDocument newer) {
    return containsAll(newer, older) ? newer : union(List.of(older, newer));
  }

  private static boolean containsAll(CounterDocument newer, CounterDocument older) {
    return newer.gaps().containsAll(older.gaps())
        && (newer.closed() || !older.closed())
        && older.confirmedAmong(newer.unconfirmed()).isEmpty();
  }

  private static WriteStamp stamp(List<CounterDocument> versions, CounterDocument newest) {
    List<String> basedOn =
        versions.stream().flatMap(v -> Stream.of(v.write().id())).sorted().distinct().toList();
    return new WriteStamp(newest.write().id(), newest.write().number(), basedOn);
  }
}
