package clickcounter.simulation;

import clickcounter.ids.LongRanges;
import clickcounter.reading.RetiredCounters;
import clickcounter.simulation.StoredIds.Recorded;
import clickcounter.simulation.StoredIds.Unsettled;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Stands between a recount and the store, and knows what each document that it puts has to count:
 * what the counters' documents that it read last have recorded, and what the ad's siblings that it
 * read last list as unsettled.
 */
final class RecountWatch implements DocumentStore {
  private final DocumentStore store;
  private final Oracle oracle;
  private final Map<DocumentKey, List<StoredValue>> read = new HashMap<>();

  /** Of counters whose documents are made anew: what they will record. */
  private final Map<String, LongRanges> made = new HashMap<>();

  private final Set<String> adIds = new HashSet<>();

  RecountWatch(DocumentStore store, Oracle oracle) {
    this.store = store;
    this.oracle = oracle;
  }

  /** The archives say that this counter's document has to record these events. */
  void makes(String counterId, LongRanges ids) {
    made.put(counterId, ids);
  }

  /** The ads of which documents were put. */
  Set<String> adIds() {
    return adIds;
  }

  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    store.fetch(
        key,
        fetched -> {
          fetched.handle(
              found -> read.put(key, found.siblings()),
              absent -> read.put(key, List.of()),
              failed -> {});
          answer.accept(fetched);
        });
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    if (key.bucket().equals(DocumentKey.ADS)) {
      adIds.add(key.key());
      oracle.recountsAd(key.key(), value, counted(key));
    } else if (key.bucket().equals(DocumentKey.COUNTERS)) {
      oracle.recountsCounter(key.key(), value);
    }
    store.put(key, value, context, answer);
  }

  /** What an ad's document has to count, as far as it was read. */
  private Counted counted(DocumentKey key) {
    List<StoredValue> siblings = read.get(key);
    List<Unsettled> listed = Rubbish.removed(siblings).stream().map(Unsettled::read).toList();
    Map<String, Recorded> known = new HashMap<>();
    return new Counted() {
      @Override
      public boolean isConfirmed(String counterId, int id) {
        return made.containsKey(counterId)
            ? made.get(counterId).contains(id)
            : recorded(counterId).seen().get(id) && !recorded(counterId).unconfirmed().get(id);
      }

      @Override
      public boolean isCounted(String counterId, int id) {
        return isConfirmed(counterId, id)
            || !made.containsKey(counterId) && recorded(counterId).seen().get(id)
            || Rubbish.isAmong(siblings)
            || listed.stream().anyMatch(unsettled -> unsettled.lists(counterId, id));
      }

      private Recorded recorded(String counterId) {
        return known.computeIfAbsent(counterId, RecountWatch.this::recorded);
      }

      @Override
      public boolean isKnown(String counterId) {
        return !Rubbish.isAmong(siblings) && !made.containsKey(counterId);
      }
    };
  }

  /** What an ad's document has to count. */
  interface Counted {
    /** Whether a counter's document confirms an event, or will. */
    boolean isConfirmed(String counterId, int id);

    /** Whether an event is confirmed, recorded or listed. */
    boolean isCounted(String counterId, int id);

    /** Whether all that was counted of this counter could be read. */
    boolean isKnown(String counterId);
  }

  private Recorded recorded(String counterId) {
    List<StoredValue> documents = read.getOrDefault(DocumentKey.counter(counterId), List.of());
    return documents.isEmpty()
        ? Recorded.retired(counterId, read.getOrDefault(RetiredCounters.key(counterId), List.of()))
        : documents.stream().map(Recorded::read).reduce(Recorded.NOTHING, Recorded::union);
  }

  @Override
  public void delete(DocumentKey key, StoreContext context, Consumer<String> failure) {
    store.delete(key, context, failure);
  }

  @Override
  public void close() {}
}
