package clickcounter.reading;

import clickcounter.document.AdDocument;
import clickcounter.document.CounterView;
import clickcounter.document.UnreadableDocument;
import clickcounter.ledger.SiblingMerge;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.StoredValue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Reads an ad's document and merges its siblings as the counting does: the counters that the merge
 * needs are read after the siblings were (rule 3).
 *
 * <p>Thread-safe. Each read is answered exactly once, on any thread, within a few of the store's
 * time-outs.
 */
public final class AdFetch {
  private final DocumentStore store;
  private final CounterFetch counters;

  public AdFetch(DocumentStore store) {
    this.store = store;
    this.counters = new CounterFetch(store, ReadMetrics.NONE);
  }

  public void fetch(String adId, Consumer<Answer<MergedAd>> receiver) {
    store.fetch(
        DocumentKey.ad(adId),
        fetched ->
            fetched.handle(
                found -> read(adId, found.siblings(), receiver),
                absent -> receiver.accept(new Answer.Absent<>()),
                failed -> receiver.accept(new Answer.Failed<>(failed.reason()))));
  }

  /**
   * Merges values of the ad's document that were read before.
   *
   * @param values at least one
   */
  public void read(String adId, List<StoredValue> values, Consumer<Answer<MergedAd>> receiver) {
    int bytes = values.stream().mapToInt(value -> value.bytes().length).max().orElse(0);
    try {
      new Ad(SiblingReader.ADS.read(adId, values), bytes, receiver).merge(Map.of());
    } catch (UnreadableDocument e) {
      receiver.accept(new Answer.Blocked<>(e.getMessage()));
    }
  }

  private final class Ad {
    private final List<AdDocument> siblings;
    private final int bytes;
    private final Consumer<Answer<MergedAd>> receiver;

    Ad(List<AdDocument> siblings, int bytes, Consumer<Answer<MergedAd>> receiver) {
      this.siblings = siblings;
      this.bytes = bytes;
      this.receiver = receiver;
    }

    /**
     * @param views by counter id, read after the siblings
     */
    void merge(Map<String, CounterView> views) {
      SiblingMerge.merge(siblings, views::get)
          .handle(
              merged -> receiver.accept(answer(merged)),
              needs -> readViews(needs.counterIds()),
              none -> receiver.accept(new Answer.Blocked<>(none.reason())));
    }

    private Answer<MergedAd> answer(SiblingMerge.Merged merged) {
      try {
        return new Answer.Present<>(new MergedAd(merged, merged.totals(), bytes));
      } catch (ArithmeticException e) {
        return new Answer.Blocked<>("the sums of its siblings together do not fit 64 bits");
      }
    }

    private void readViews(Set<String> counterIds) {
      Map<String, CounterView> views = new ConcurrentHashMap<>();
      Map<String, Answer<MergedAd>> missing = new ConcurrentHashMap<>();
      AtomicInteger open = new AtomicInteger(counterIds.size());
      for (String id : counterIds) {
        String need = "its siblings need " + DocumentKey.counter(id) + ": ";
        counters.fetch(
            id,
            answer -> {
              answer.handle(
                  counter -> views.put(id, counter.union()),
                  () -> views.put(id, CounterView.EMPTY),
                  blocked -> missing.put(id, new Answer.Blocked<>(need + blocked)),
                  failed -> missing.put(id, new Answer.Failed<>(need + failed)));
              if (open.decrementAndGet() == 0) {
                missing.values().stream().findAny().ifPresentOrElse(receiver, () -> merge(views));
              }
            });
      }
    }
  }
}
