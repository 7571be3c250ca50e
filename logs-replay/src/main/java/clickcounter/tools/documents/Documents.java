package clickcounter.tools.documents;

import clickcounter.cli.NoVerdict;
import clickcounter.document.DirectoryDocument;
import clickcounter.document.RetiredDocument;
import clickcounter.document.RetiredDocument.Retired;
import clickcounter.reading.AdFetch;
import clickcounter.reading.CounterFetch;
import clickcounter.reading.ListedCounters;
import clickcounter.reading.ReadMetrics;
import clickcounter.reading.RetiredCounters;
import clickcounter.riak.RiakSettings;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoredValue;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Reads documents, many in parallel. Never writes, and never lists keys: the directory has the ids
 * of all counters.
 *
 * <p>A read that fails is retried for a while; then {@link NoVerdict} is thrown.
 */
public final class Documents {
  private final ToolStore store;

  public Documents(DocumentStore store) {
    this(store, Waits.REAL);
  }

  public Documents(DocumentStore store, Waits waits) {
    this.store = new ToolStore(store, waits);
  }

  /** The ids of all counters in the directory. */
  public TreeSet<String> directory() {
    TreeSet<String> all = new TreeSet<>();
    read(
        DocumentKey.DIRECTORY,
        DirectoryDocument.keys(),
        ListedCounters::read,
        document -> all.addAll(document.counterIds()));
    return all;
  }

  /**
   * The ids of all counters in the directory, for a command whose answer would be wrong if this
   * were not the Riak that the topology counts into.
   *
   * @throws NoVerdict when no counter is known there, retired ones included
   */
  public TreeSet<String> knownCounters(RiakSettings place) {
    TreeSet<String> all = directory();
    if (all.isEmpty() && retired().isEmpty()) {
      throw new NoVerdict(nothingKnown(place));
    }
    return all;
  }

  /** Says that no event was ever counted in this place. */
  public static String nothingKnown(RiakSettings place) {
    return ("no counter is known in bucket type %s of %s: either no event was ever counted, or"
            + " riak.nodes or riak.bucketType is not that of the topology")
        .formatted(place.bucketType(), String.join(",", place.nodes()));
  }

  /** The events whose loss was accepted. */
  public AcceptedLosses acceptedLosses() {
    return store.read(AcceptedLosses.KEY, AcceptedLosses::read);
  }

  /** All counters that are retired, by their ids. */
  public TreeMap<String, Retired> retired() {
    TreeMap<String, Retired> all = new TreeMap<>();
    read(
        DocumentKey.RETIRED,
        RetiredDocument.keys(),
        RetiredCounters::union,
        document -> all.putAll(document.byId()));
    return all;
  }

  private <T> void read(
      String bucket, List<String> keys, ToolStore.Reader<T> reader, Consumer<T> receiver) {
    PatientReads reads = store.reads();
    reads.run(
        keys.stream().map(key -> new DocumentKey(bucket, key)).iterator(),
        key -> reads.fetch(key, fetched -> receiver.accept(ToolStore.read(key, fetched, reader))));
  }

  /** What stands there, whatever it is. */
  public List<StoredValue> siblings(DocumentKey key) {
    return store.fetch(key).siblings();
  }

  public CounterReading counter(String counterId) {
    return counters(List.of(counterId)).get(counterId);
  }

  public Map<String, CounterReading> counters(Collection<String> counterIds) {
    Map<String, CounterReading> readings = new HashMap<>();
    PatientReads reads = store.reads();
    CounterFetch counters = new CounterFetch(reads, ReadMetrics.NONE);
    reads.run(
        counterIds.iterator(),
        id -> counters.fetch(id, answer -> readings.put(id, CounterReading.of(id, answer))));
    return readings;
  }

  /** The same, and what is recorded of all that are retired. */
  public SortedMap<String, CounterReading> withRetired(Collection<String> counterIds) {
    SortedMap<String, CounterReading> readings = new TreeMap<>(counters(counterIds));
    retired().forEach((id, entry) -> readings.putIfAbsent(id, CounterReading.retired(id, entry)));
    return readings;
  }

  public AdReading ad(String adId) {
    AdReading[] reading = new AdReading[1];
    ads(List.of(adId).iterator(), answer -> reading[0] = answer);
    return reading[0];
  }

  /** Reads these ads. The receiver is called in any order, in the caller's thread. */
  public void ads(Iterator<String> adIds, Consumer<AdReading> receiver) {
    storedAds(adIds, (stored, reading) -> receiver.accept(reading));
  }

  /** The same, with what is stored of each. */
  public void storedAds(Iterator<String> adIds, BiConsumer<Fetched, AdReading> receiver) {
    PatientReads reads = store.reads();
    AdFetch ads = new AdFetch(reads);
    reads.run(
        adIds,
        id ->
            reads.fetch(
                DocumentKey.ad(id),
                stored -> {
                  if (stored.siblings().isEmpty()) {
                    receiver.accept(stored, new AdReading.Absent(id));
                  } else {
                    ads.read(
                        id,
                        stored.siblings(),
                        answer -> receiver.accept(stored, AdReading.of(id, answer)));
                  }
                }));
  }
}
