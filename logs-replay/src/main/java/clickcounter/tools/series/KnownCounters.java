package clickcounter.tools.series;

import clickcounter.cli.NoVerdict;
import clickcounter.riak.RiakSettings;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All counters of the directory as they are read once, and which days are final by that.
 *
 * @param readings by the counters' ids
 */
public record KnownCounters(SortedMap<String, CounterReading> readings, DayFinality finality) {
  public KnownCounters {
    readings = Collections.unmodifiableSortedMap(readings);
  }

  /**
   * Reads them.
   *
   * @param nowMs the time now
   * @throws NoVerdict when no counter is known there
   */
  public static KnownCounters read(Documents documents, RiakSettings place, long nowMs) {
    SortedMap<String, CounterReading> readings =
        new TreeMap<>(documents.counters(documents.knownCounters(place)));
    return new KnownCounters(
        readings, new DayFinality(readings.values(), nowMs, DayFinality.CLOCK_SKEW));
  }
}
