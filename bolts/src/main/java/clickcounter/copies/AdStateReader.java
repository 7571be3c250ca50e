package clickcounter.copies;

import clickcounter.document.AdDocument;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterView;
import clickcounter.document.UnreadableDocument;
import clickcounter.ledger.CounterViews;
import clickcounter.ledger.SiblingMerge;
import clickcounter.states.StateRead;
import clickcounter.states.StateReader;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Reads the states of ads from their documents, for ad servers. Siblings are merged as the counting
 * merges them, with views of the counters that are read after them.
 *
 * <p>Never writes. Thread-safe; answers on the store's threads, within a few of its time-outs.
 *
 * @param clock for the time at which a state was read
 */
public record AdStateReader(DocumentStore store, Clock clock) implements StateReader {
  @Override
  public void read(String adId, Consumer<StateRead> answer) {
    store.fetch(
        DocumentKey.ad(adId),
        fetched -> {
          if (fetched instanceof Fetched.Failed failed) {
            answer.accept(new StateRead.Failed(DocumentKey.ad(adId) + ": " + failed.reason()));
          } else if (fetched instanceof Fetched.Found found) {
            new Ad(adId, answer).merge(found);
          } else {
            answer.accept(StateRead.absent(adId, clock.millis()));
          }
        });
  }

  /** One read under way. */
  private final class Ad {
    private final String adId;
    private final Consumer<StateRead> answer;
    private final Map<String, CounterView> views = new ConcurrentHashMap<>();

    Ad(String adId, Consumer<StateRead> answer) {
      this.adId = adId;
      this.answer = answer;
    }

    void merge(Fetched.Found found) {
      try {
        merge(SiblingReader.ADS.read(adId, found.siblings()));
      } catch (UnreadableDocument e) {
        failed(DocumentKey.ad(adId), e.getMessage());
      }
    }

    private void merge(List<AdDocument> siblings) {
      SiblingMerge merge = SiblingMerge.merge(siblings, views::get);
      if (merge instanceof SiblingMerge.Merged merged) {
        answer.accept(
            StateRead.found(
                adId, merged.baseNumber(), merged.number(), merged.totals(), clock.millis()));
      } else if (merge instanceof SiblingMerge.NeedsViews needs && views.isEmpty()) {
        readViews(siblings, List.copyOf(needs.counterIds()));
      } else {
        failed(DocumentKey.ad(adId), "its siblings cannot be merged: " + merge);
      }
    }

    private void readViews(List<AdDocument> siblings, List<String> counterIds) {
      CompletableFuture<?>[] reads =
          counterIds.stream().map(this::readView).toArray(CompletableFuture[]::new);
      CompletableFuture.allOf(reads)
          .whenComplete(
              (done, failure) -> {
                if (failure == null) {
                  merge(siblings);
                } else {
                  failed(
                      DocumentKey.ad(adId),
                      "its siblings need the documents of their counters: "
                          + failure.getCause().getMessage());
                }
              });
    }

    private CompletableFuture<Void> readView(String counterId) {
      CompletableFuture<Void> read = new CompletableFuture<>();
      store.fetch(DocumentKey.counter(counterId), fetched -> view(counterId, fetched, read));
      return read;
    }

    private void view(String counterId, Fetched fetched, CompletableFuture<Void> read) {
      if (fetched instanceof Fetched.Found found) {
        view(
            counterId,
            read,
            () -> CounterViews.union(SiblingReader.COUNTERS.read(counterId, found.siblings())));
      } else if (fetched instanceof Fetched.Failed failed) {
        view(
            counterId,
            read,
            () -> {
              throw new UnreadableDocument(failed.reason());
            });
      } else {
        RetiredCounters.fetch(
            store, counterId, retired -> view(counterId, read, () -> retired(counterId, retired)));
      }
    }

    private void view(String counterId, CompletableFuture<Void> read, Reading reading) {
      try {
        views.put(counterId, reading.view());
        read.complete(null);
      } catch (UnreadableDocument e) {
        read.completeExceptionally(
            new UnreadableDocument(DocumentKey.counter(counterId) + ": " + e.getMessage(), e));
      }
    }

    private void failed(DocumentKey key, String reason) {
      answer.accept(new StateRead.Failed(key + ": " + reason));
    }
  }

  /** Makes a view of what was read. */
  private interface Reading {
    CounterView view() throws UnreadableDocument;
  }

  private static CounterView retired(String counterId, Fetched fetched) throws UnreadableDocument {
    if (fetched instanceof Fetched.Failed failed) {
      throw new UnreadableDocument(failed.reason());
    }
    CounterDocument document = RetiredCounters.read(counterId, fetched);
    return document == null ? CounterView.EMPTY : document;
  }
}
