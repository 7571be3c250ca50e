package clickcounter.tools.documents;

import static java.util.stream.Collectors.groupingBy;

import clickcounter.cli.NoVerdict;
import clickcounter.document.DirectoryDocument;
import clickcounter.document.RetiredDocument;
import clickcounter.document.RetiredDocument.Retired;
import clickcounter.document.UnreadableDocument;
import clickcounter.reading.AdFetch;
import clickcounter.reading.Answer;
import clickcounter.reading.CounterFetch;
import clickcounter.reading.CounterSiblings;
import clickcounter.reading.ListedCounters;
import clickcounter.reading.ReadMetrics;
import clickcounter.reading.RetiredCounters;
import clickcounter.riak.RiakSettings;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The documents as a tool uses them: it waits for answers, reads many in parallel, and changes one
 * after the other. Never lists keys: the directory has the ids of all counters.
 *
 * <p>What fails is tried again for a while; then {@link NoVerdict} is thrown. Receivers are called
 * in any order, in the caller's thread.
 */
public final class Documents {
  private static final int MOST_IN_FLIGHT = 32;

  /** A read that fails by its own time-out is made once more. */
  private static final long READ_WITHIN_MS = 3_000;

  private final DocumentStore store;
  private final Waits waits;
  private final CounterFetch counters;
  private final AdFetch ads;

  public Documents(DocumentStore store) {
    this(store, Waits.REAL);
  }

  public Documents(DocumentStore store, Waits waits) {
    this.store = store;
    this.waits = waits;
    this.counters = new CounterFetch(store, ReadMetrics.NONE);
    this.ads = new AdFetch(store);
  }

  /**
   * Makes something of the stored values of a document.
   *
   * @param <T> for a change, the new value; it is null if the document is to stay
   */
  public interface Reader<T> {
    T read(List<StoredValue> siblings) throws UnreadableDocument;
  }

  /** What stands there, whatever it is. */
  public Fetched fetch(DocumentKey key) {
    return waits
        .until(
            Documents::isRead,
            READ_WITHIN_MS,
            () -> waits.<Fetched>await(answer -> store.fetch(key, answer)))
        .decide(
            found -> found,
            absent -> absent,
            failed -> {
              throw unread(key, failed.reason());
            });
  }

  private <T> Answer<T> untilRead(Consumer<Consumer<Answer<T>>> read) {
    return waits.until(Documents::isRead, READ_WITHIN_MS, () -> waits.<Answer<T>>await(read));
  }

  private static boolean isRead(Fetched fetched) {
    return fetched.decide(found -> true, absent -> true, failed -> false);
  }

  private static boolean isRead(Answer<?> answer) {
    return answer.decide(present -> true, () -> true, blocked -> true, failed -> false);
  }

  static NoVerdict unread(DocumentKey key, String reason) {
    return new NoVerdict(
        "cannot read %s: %s. Check riak.nodes and riak.bucketType, and run the same command again"
            .formatted(key, reason));
  }

  public <T> T read(DocumentKey key, Reader<T> reader) {
    return read(key, fetch(key), reader);
  }

  private static <T> T read(DocumentKey key, Fetched fetched, Reader<T> reader) {
    try {
      return reader.read(fetched.siblings());
    } catch (UnreadableDocument e) {
      throw new NoVerdict(key + ": " + e.getMessage());
    }
  }

  /** Reads, changes and puts a document until a quorum has it as the single value. */
  public void change(DocumentKey key, Reader<StoredValue> change) {
    requireDone(key, "put", waits.until(Objects::isNull, () -> tryToChange(key, change)));
  }

  /** Null when the document is as it is to be; else why it is not. */
  private String tryToChange(DocumentKey key, Reader<StoredValue> change) {
    Fetched fetched = fetch(key);
    StoredValue value = read(key, fetched, change);
    return value == null
        ? null
        : waits.<Stored>await(answer -> store.put(key, value, fetched.context(), answer)).failure();
  }

  public void delete(DocumentKey key, StoreContext context) {
    requireDone(key, "deleted", waits.await(answer -> store.delete(key, context, answer)));
  }

  private static void requireDone(DocumentKey key, String done, String failure) {
    if (failure != null) {
      throw new NoVerdict(
          "%s could not be %s: %s. Run the same command again".formatted(key, done, failure));
    }
  }

  /** A read that failed is repeated alone: the others that failed wait for the same node. */
  private <T> void fetchAll(
      Iterator<T> items, Function<T, DocumentKey> key, BiConsumer<T, Fetched> receiver) {
    waits.<T, Fetched>awaitAll(
        items,
        MOST_IN_FLIGHT,
        (item, answer) -> store.fetch(key.apply(item), answer),
        (item, fetched) ->
            receiver.accept(item, isRead(fetched) ? fetched : fetch(key.apply(item))));
  }

  /** The ids of all counters in the directory. */
  public TreeSet<String> directory() {
    TreeSet<String> all = new TreeSet<>();
    readAll(
        DocumentKey.DIRECTORY,
        DirectoryDocument.keys(),
        ListedCounters::read,
        document -> all.addAll(document.counterIds()));
    return all;
  }

  /**
   * Changes which counters the directory names.
   *
   * @param change {@link Set#addAll} or {@link Set#removeAll}, made where these ids belong
   */
  public void changeDirectory(
      Collection<String> counterIds, BiPredicate<Set<String>, Collection<String>> change) {
    counterIds.stream()
        .collect(groupingBy(ListedCounters::key))
        .forEach(
            (key, ids) ->
                change(
                    key,
                    siblings -> {
                      DirectoryDocument directory = ListedCounters.read(siblings);
                      return change.test(directory.counterIds(), ids)
                          ? new StoredValue(DirectoryDocument.CONTENT_TYPE, directory.toBytes())
                          : null;
                    }));
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
    return read(AcceptedLosses.KEY, AcceptedLosses::read);
  }

  /** All counters that are retired, by their ids. */
  public TreeMap<String, Retired> retired() {
    TreeMap<String, Retired> all = new TreeMap<>();
    readAll(
        DocumentKey.RETIRED,
        RetiredDocument.keys(),
        RetiredCounters::union,
        document -> all.putAll(document.byId()));
    return all;
  }

  private <T> void readAll(
      String bucket, List<String> keys, Reader<T> reader, Consumer<T> receiver) {
    fetchAll(
        keys.stream().map(key -> new DocumentKey(bucket, key)).iterator(),
        key -> key,
        (key, fetched) -> receiver.accept(read(key, fetched, reader)));
  }

  public CounterReading counter(String counterId) {
    return counters(List.of(counterId)).get(counterId);
  }

  /** Reads these counters. */
  public SortedMap<String, CounterReading> counters(Collection<String> counterIds) {
    SortedMap<String, CounterReading> readings = new TreeMap<>();
    waits.<String, Answer<CounterSiblings>>awaitAll(
        counterIds.iterator(),
        MOST_IN_FLIGHT,
        counters::fetch,
        (id, answer) ->
            readings.put(
                id,
                CounterReading.of(
                    id, isRead(answer) ? answer : untilRead(again -> counters.fetch(id, again)))));
    return readings;
  }

  /** The same, and what is recorded of all that are retired. */
  public SortedMap<String, CounterReading> withRetired(Collection<String> counterIds) {
    SortedMap<String, CounterReading> readings = counters(counterIds);
    retired().forEach((id, entry) -> readings.putIfAbsent(id, CounterReading.retired(id, entry)));
    return readings;
  }

  public AdReading ad(String adId) {
    return reading(adId, fetch(DocumentKey.ad(adId)));
  }

  /** Reads these ads. */
  public void ads(Iterator<String> adIds, Consumer<AdReading> receiver) {
    storedAds(adIds, (stored, reading) -> receiver.accept(reading));
  }

  /** The same, with what is stored of each. */
  public void storedAds(Iterator<String> adIds, BiConsumer<Fetched, AdReading> receiver) {
    fetchAll(adIds, DocumentKey::ad, (id, stored) -> receiver.accept(stored, reading(id, stored)));
  }

  private AdReading reading(String adId, Fetched stored) {
    return stored.siblings().isEmpty()
        ? new AdReading.Absent(adId)
        : AdReading.of(adId, untilRead(answer -> ads.read(adId, stored.siblings(), answer)));
  }
}
