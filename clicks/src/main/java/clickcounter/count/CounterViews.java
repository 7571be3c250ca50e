package clickcounter.count;

import clickcounter.document.CounterDocument;
import clickcounter.document.WriteStamp;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import java.util.List;
import java.util.stream.Stream;

/** Unions of what counter documents say, for readers. */
public final class CounterViews {
  private CounterViews() {}

  /**
   * What several versions of one counter's document say together: seen by any is seen, confirmed by
   * any is confirmed. A view that is refreshed is the union with the older one, so that it never
   * goes back.
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
    LongRanges unconfirmed = new LongRanges();
    for (CounterDocument version : versions) {
      gaps.merge(version.gaps());
      closed |= version.closed();
      lastEventAtMs = Math.max(lastEventAtMs, version.lastEventAtMs());
      version
          .unconfirmed()
          .forEachId(
              id -> {
                if (versions.stream().noneMatch(v -> v.confirmed(id))) {
                  unconfirmed.add(id);
                }
              });
      newest = version.write().number() > newest.write().number() ? version : newest;
    }
    return new CounterDocument(
        newest.counterId(), gaps, closed, lastEventAtMs, unconfirmed, stamp(versions, newest));
  }

  private static WriteStamp stamp(List<CounterDocument> versions, CounterDocument newest) {
    List<String> basedOn =
        versions.stream().flatMap(v -> Stream.of(v.write().id())).sorted().distinct().toList();
    return new WriteStamp(newest.write().id(), newest.write().number(), basedOn);
  }
}
