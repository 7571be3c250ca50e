package clickcounter.tools.series.files;

import clickcounter.document.RetiredDocument.Retired;
import clickcounter.tools.common.Texts;
import clickcounter.tools.documents.AcceptedLosses;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.series.DayFinality;
import clickcounter.tools.series.KnownCounters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * All counters, what their documents have counted, and which of it the archives have. Of a counter
 * that is retired and in no file, the number of its events and the time of the last say whether one
 * may be of a day. Thread-safe.
 */
public final class ArchivedCounters {
  private static final long SKEW_MS = DayFinality.CLOCK_SKEW.toMillis();

  private final Documents documents;
  private final KnownCounters known;
  private final AcceptedLosses accepted;
  private final Map<String, Retired> retired;
  private final Map<String, ArchivedCounter> counters = new ConcurrentHashMap<>();

  /**
   * @param known that were read before: a counter leaves the directory when it is retired
   */
  public ArchivedCounters(Documents documents, KnownCounters known) {
    this.documents = documents;
    this.known = known;
    this.accepted = documents.acceptedLosses();
    this.retired = documents.retired();
    known.readings().keySet().forEach(this::of); // those that are in no file, too
  }

  /** The counter of this id. The document of a retired or new counter is read now. */
  public ArchivedCounter of(String counterId) {
    return counters.computeIfAbsent(counterId, id -> archived(reading(id)));
  }

  private CounterReading reading(String counterId) {
    CounterReading reading = known.readings().get(counterId);
    return reading == null ? documents.counter(counterId) : reading;
  }

  private ArchivedCounter archived(CounterReading reading) {
    return new ArchivedCounter(reading, accepted);
  }

  /**
   * How many counted events that may be of a day, since the epoch, are in no file, at most; by the
   * counters that have some.
   */
  public Map<String, Long> missing(long day) {
    Map<String, Long> missing = new TreeMap<>();
    counters.values().forEach(counter -> addMissing(counter, day, missing));
    retired.forEach(
        (counterId, entry) -> {
          boolean mayHave = entry.lastEventAtMs() + SKEW_MS >= TimeUnit.DAYS.toMillis(day);
          if (mayHave && !counters.containsKey(counterId)) {
            addMissing(archived(CounterReading.retired(counterId, entry)), day, missing);
          }
        });
    return missing;
  }

  private static void addMissing(ArchivedCounter counter, long day, Map<String, Long> missing) {
    long count = counter.missing(day);
    if (count > 0) {
      missing.put(counter.counterId(), count);
    }
  }

  /** Which ids may be of a day, by the counters' ids in their order. */
  List<CountedIds> idsOf(long day) {
    return counters.values().stream()
        .map(counter -> counter.idsOf(day))
        .filter(Objects::nonNull)
        .sorted(Comparator.comparing(CountedIds::counterId))
        .toList();
  }

  /** Whether other events of a day are counted than when these files were made. */
  boolean haveChanged(DayFiles files, long day) {
    return CountedIds.haveChanged(files, day, counters.values());
  }

  /** Says for a person what is missing, and what to do. */
  public static String whyIncomplete(Map<String, Long> missing) {
    long sum = missing.values().stream().mapToLong(count -> count).sum();
    return "up to %,d counted events that may be of it are in none of these files, of %s; name the files of the days before and after too"
        .formatted(sum, named(new ArrayList<>(missing.keySet())));
  }

  static String named(List<String> counterIds) {
    int others = counterIds.size() - 1;
    return counterIds.get(0) + (others == 0 ? "" : " and " + Texts.number(others) + " more");
  }
}
