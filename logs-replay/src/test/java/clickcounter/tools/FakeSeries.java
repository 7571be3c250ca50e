package clickcounter.tools;

import clickcounter.document.HourCounts;
import clickcounter.store.DocumentStore;
import clickcounter.tools.series.HourSource;
import clickcounter.tools.series.SeriesSources;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts by the quarter, in maps. */
final class FakeSeries implements SeriesSources {
  final Map<String, SortedMap<Long, HourCounts>> ads = new HashMap<>();

  /** Runs before counts are read. */
  Runnable beforeRead = () -> {};

  void add(String adId, long quarter, HourCounts counts) {
    ads.computeIfAbsent(adId, id -> new TreeMap<>()).merge(quarter, counts, HourCounts::plus);
  }

  @Override
  public HourSource ads(DocumentStore store) {
    return (adId, fromQuarter, toQuarter) -> {
      beforeRead.run();
      return new TreeMap<>(ads.getOrDefault(adId, new TreeMap<>()).subMap(fromQuarter, toQuarter));
    };
  }
}
