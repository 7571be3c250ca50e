package clickcounter.tools.documents;

import clickcounter.cli.NoVerdict;
import clickcounter.copies.HoursReader;
import clickcounter.copies.RetiredCounters;
import clickcounter.copies.SiblingReader;
import clickcounter.document.AdDocument;
import clickcounter.document.AddedIds;
import clickcounter.document.CounterDocument;
import clickcounter.document.DirectoryDocument;
import clickcounter.document.RetiredDocument;
import clickcounter.document.UnreadableDocument;
import clickcounter.document.UnsettledIds;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.ledger.SiblingMerge;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoredValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Reads documents, many in parallel. Never writes, and never lists keys: the directory has the ids
 * of all counters.
 *
 * <p>A read that fails is retried for a while; then {@link NoVerdict} is thrown.
 */
public final class Documents {
  /**
   * Covers the restart of a node. A read that takes longer to fail, by its own time-out, is not
   * retried.
   */
  private static final long RETRY_FOR_NS = 1_500_000_000;

  private static final long FIRST_RETRY_NS = 50_000_000;
  private static final int DEFAULT_IN_FLIGHT = 32;

  private final DocumentStore store;
  private final int maxInFlight;

  public Documents(DocumentStore store) {
    this(store, DEFAULT_IN_FLIGHT);
  }

  Documents(DocumentStore store, int maxInFlight) {
    this.store = store;
    this.maxInFlight = maxInFlight;
  }

  private record FetchAnswer(DocumentKey key, int attempt, long startNs, Fetched fetched) {}

  private interface FetchReceiver {
    void accept(DocumentKey key, Fetched fetched);
  }

  /**
   * Reads these documents, a limited number at a time, and passes the answers on in the caller's
   * thread.
   */
  private void read(Iterator<DocumentKey> keys, FetchReceiver receiver) {
    LinkedBlockingQueue<FetchAnswer> answers = new LinkedBlockingQueue<>();
    int inFlight = 0;
    while (keys.hasNext() || inFlight > 0) {
      while (keys.hasNext() && inFlight < maxInFlight) {
        fetch(keys.next(), 1, System.nanoTime(), answers);
        inFlight++;
      }
      FetchAnswer answer = next(answers);
      if (!(answer.fetched() instanceof Fetched.Failed failed)) {
        inFlight--;
        receiver.accept(answer.key(), answer.fetched());
      } else if (System.nanoTime() - answer.startNs() < RETRY_FOR_NS) {
        LockSupport.parkNanos(FIRST_RETRY_NS << Math.min(4, answer.attempt() - 1));
        fetch(answer.key(), answer.attempt() + 1, answer.startNs(), answers);
      } else {
        throw new NoVerdict(
            "cannot read "
                + answer.key()
                + ": "
                + failed.reason()
                + " ("
                + answer.attempt()
                + " attempts). Nothing was changed. Check --riak and --bucket-type");
      }
    }
  }

  private void fetch(
      DocumentKey key, int attempt, long startNs, LinkedBlockingQueue<FetchAnswer> answers) {
    store.fetch(key, fetched -> answers.add(new FetchAnswer(key, attempt, startNs, fetched)));
  }

  private static FetchAnswer next(LinkedBlockingQueue<FetchAnswer> answers) {
    try {
      return answers.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NoVerdict("interrupted while reading documents");
    }
  }

  /** The ids of all counters in the directory. */
  public TreeSet<String> directory() {
    TreeSet<String> all = new TreeSet<>();
    Iterator<DocumentKey> keys =
        DirectoryDocument.keys().stream()
            .map(key -> new DocumentKey(DocumentKey.DIRECTORY, key))
            .iterator();
    read(
        keys,
        (key, fetched) -> {
          if (fetched instanceof Fetched.Found found) {
            found.siblings().forEach(value -> all.addAll(directoryIds(key, value)));
          }
        });
    return all;
  }

  private static TreeSet<String> directoryIds(DocumentKey key, StoredValue value) {
    try {
      return DirectoryDocument.read(value.contentType(), value.bytes()).counterIds();
    } catch (UnreadableDocument e) {
      throw new NoVerdict(key + ": " + e.getMessage());
    }
  }

  /** The ids of all counters that are retired. */
  public TreeSet<String> retired() {
    TreeSet<String> all = new TreeSet<>();
    read(
        RetiredDocument.keys().stream()
            .map(key -> new DocumentKey(DocumentKey.RETIRED, key))
            .iterator(),
        (key, fetched) -> all.addAll(retiredIds(key, fetched)));
    return all;
  }

  private static Set<String> retiredIds(DocumentKey key, Fetched fetched) {
    try {
      return RetiredCounters.union(fetched).byId().keySet();
    } catch (UnreadableDocument e) {
      throw new NoVerdict(
          key
              + ": "
              + e.getMessage()
              + ". Mend it: clicks counters restore "
              + key.key()
              + " PATH…");
    }
  }

  public CounterReading counter(String counterId) {
    return counters(List.of(counterId)).get(counterId);
  }

  public Map<String, CounterReading> counters(Collection<String> counterIds) {
    Map<String, CounterReading> readings = new ConcurrentHashMap<>();
    read(
        counterIds.stream().map(DocumentKey::counter).iterator(),
        (key, fetched) -> readings.put(key.key(), counterReading(key.key(), fetched)));
    addRetired(readings);
    return readings;
  }

  /** After the documents: a counter is entered there before its document is deleted. */
  private void addRetired(Map<String, CounterReading> readings) {
    Map<DocumentKey, List<String>> absent = new HashMap<>();
    for (CounterReading reading : readings.values()) {
      if (!reading.exists()) {
        absent
            .computeIfAbsent(RetiredCounters.key(reading.counterId()), key -> new ArrayList<>())
            .add(reading.counterId());
      }
    }
    read(
        absent.keySet().iterator(),
        (key, fetched) ->
            absent.get(key).forEach(id -> readings.compute(id, (i, none) -> retired(i, fetched))));
  }

  private static CounterReading retired(String counterId, Fetched fetched) {
    try {
      CounterDocument document = RetiredCounters.read(counterId, fetched);
      return document == null
          ? CounterReading.absent(counterId)
          : union(counterId, List.of(document), 0);
    } catch (UnreadableDocument e) {
      return CounterReading.blocked(counterId, 1, e.getMessage());
    }
  }

  private static CounterReading counterReading(String counterId, Fetched fetched) {
    if (!(fetched instanceof Fetched.Found found)) {
      return CounterReading.absent(counterId);
    }
    try {
      List<CounterDocument> documents = SiblingReader.COUNTERS.read(counterId, found.siblings());
      return union(counterId, documents, largest(found.siblings()));
    } catch (UnreadableDocument e) {
      return CounterReading.blocked(counterId, found.siblings().size(), e.getMessage());
    }
  }

  private static CounterReading union(
      String counterId, List<CounterDocument> documents, int bytes) {
    GapList gaps = new GapList();
    boolean closed = false;
    long lastEventAtMs = 0;
    LongRanges unconfirmed = new LongRanges();
    for (CounterDocument document : documents) {
      gaps.merge(document.gaps());
      closed |= document.closed();
      lastEventAtMs = Math.max(lastEventAtMs, document.lastEventAtMs());
      unconfirmed.addAll(document.unconfirmed());
    }
    return new CounterReading(
        counterId, gaps, closed, lastEventAtMs, unconfirmed, documents.size(), bytes, null);
  }

  private static int largest(List<StoredValue> values) {
    return values.stream().mapToInt(value -> value.bytes().length).max().orElse(0);
  }

  public AdReading ad(String adId) {
    AdReading[] reading = new AdReading[1];
    ads(List.of(adId).iterator(), answer -> reading[0] = answer);
    return reading[0];
  }

  /** Reads these ads. The receiver is called in any order, in the caller's thread. */
  public void ads(Iterator<String> adIds, Consumer<AdReading> receiver) {
    Iterator<DocumentKey> keys =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return adIds.hasNext();
          }

          @Override
          public DocumentKey next() {
            return DocumentKey.ad(adIds.next());
          }
        };
    List<AdReading.Found> unmerged = new ArrayList<>();
    read(
        keys,
        (key, fetched) -> {
          AdReading reading = adReading(key.key(), fetched);
          if (reading instanceof AdReading.Found found && found.siblings().size() > 1) {
            unmerged.add(found);
          } else {
            receiver.accept(reading);
          }
        });
    unmerged.forEach(found -> receiver.accept(merge(found)));
  }

  private static AdReading adReading(String adId, Fetched fetched) {
    if (!(fetched instanceof Fetched.Found found)) {
      return new AdReading.Absent(adId);
    }
    List<AdDocument> documents;
    try {
      documents = SiblingReader.ADS.read(adId, found.siblings());
    } catch (UnreadableDocument e) {
      return new AdReading.Blocked(adId, e.getMessage());
    }
    AdDocument first = documents.get(0);
    return new AdReading.Found(
        adId,
        first.totals(),
        ids(first.unsettled()),
        new SiblingMerge.Merged(first, Map.of(), documents),
        largest(found.siblings()));
  }

  /** Merges siblings. The counters are read after them, as rule 3 demands. */
  private AdReading merge(AdReading.Found found) {
    TreeSet<String> counterIds = new TreeSet<>();
    found.siblings().forEach(sibling -> counterIds.addAll(sibling.unsettled().keySet()));
    Map<String, CounterReading> counters = counters(counterIds);
    SiblingMerge merge = SiblingMerge.merge(found.siblings(), id -> counters.get(id).view());
    if (merge instanceof SiblingMerge.Merged merged) {
      return merged(found, merged);
    }
    if (merge instanceof SiblingMerge.NeedsViews needs) {
      String unreadable =
          new TreeSet<>(needs.counterIds())
              .stream()
                  .map(id -> DocumentKey.counter(id) + " (" + counters.get(id).blocked() + ")")
                  .collect(Collectors.joining(", "));
      return new AdReading.Blocked(
          found.adId(), "siblings that cannot be merged: needs " + unreadable);
    }
    return new AdReading.Blocked(found.adId(), "siblings that cannot be merged: " + merge);
  }

  private static AdReading merged(AdReading.Found found, SiblingMerge.Merged merged) {
    Map<String, LongRanges> unsettled = ids(merged.main().unsettled());
    merged
        .addedByOthers()
        .forEach(
            (counterId, added) -> {
              LongRanges ids = unsettled.computeIfAbsent(counterId, id -> new LongRanges());
              for (int i = 0; i < added.size(); i++) {
                ids.add(added.sequence(i));
              }
            });
    return new AdReading.Found(found.adId(), merged.totals(), unsettled, merged, found.bytes());
  }

  /**
   * Reads the days of these ads that may have hours between two quarters, so that {@link
   * AdHourSums} can tell what was counted by the hour.
   *
   * @param ads that were read before
   * @param fromQuarter inclusive
   * @param toQuarter exclusive
   */
  public Map<String, AdHourSums> hours(
      Collection<AdReading.Found> ads, long fromQuarter, long toQuarter) {
    Map<String, AdHourSums> hours = new HashMap<>();
    Map<DocumentKey, Consumer<Fetched>> receivers = new LinkedHashMap<>();
    for (AdReading.Found ad : ads) {
      AdHourSums of = new AdHourSums(ad);
      hours.put(ad.adId(), of);
      for (long day : of.rolledDays(fromQuarter, toQuarter)) {
        DocumentKey key = HoursReader.key(ad.adId(), day);
        receivers.put(key, fetched -> of.add(key, day, fetched));
      }
    }
    read(receivers.keySet().iterator(), (key, fetched) -> receivers.get(key).accept(fetched));
    return hours;
  }

  private static Map<String, LongRanges> ids(Map<String, UnsettledIds> unsettled) {
    Map<String, LongRanges> ids = new HashMap<>();
    unsettled.forEach(
        (counterId, counterIds) -> {
          LongRanges all = counterIds.older().copy();
          AddedIds added = counterIds.added();
          for (int i = 0; i < added.size(); i++) {
            all.add(added.sequence(i));
          }
          ids.put(counterId, all);
        });
    return ids;
  }
}
