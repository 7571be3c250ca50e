package clickcounter.counting;

import clickcounter.copies.Copies;
import clickcounter.copies.CopyLimits;
import clickcounter.copies.Keeper;
import clickcounter.copies.Turns;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.UnreadableDocument;
import clickcounter.ledger.CounterLedger;
import clickcounter.reading.Answer;
import clickcounter.reading.CounterFetch;
import clickcounter.reading.CounterSiblings;
import clickcounter.reading.SiblingReader;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.StoredValue;
import java.util.List;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the life of a counter's document needs of its kind: a new one is entered into the directory
 * first, siblings are a union, and what waits for a put learns how it ended (rule 4).
 */
final class CounterDocuments<T> implements Keeper<CounterCopy<T>> {
  private static final Logger LOG = LoggerFactory.getLogger(CounterDocuments.class);

  private final CounterFetch counters;
  private final Turns turns;
  private final CounterDirectory directory;
  private final CountingMetrics metrics;
  private final Requests<T> requests;
  private final Copies<CounterCopy<T>> copies;
  private final Confirmations<T> confirmations;

  /** Ends or applies requests. */
  interface Requests<T> {
    /** Decides on a request at a copy that is ready. */
    void apply(CounterCopy<T> copy, CounterRequest<T> request);

    /** What it asked for is durable. */
    void done(CounterRequest<T> request);

    /** The copy is blocked: nothing can be recorded. */
    void giveUp(CounterCopy<T> copy, CounterRequest<T> request);
  }

  CounterDocuments(
      CountersSettings settings,
      DocumentStore store,
      Turns turns,
      RandomGenerator random,
      CountingMetrics metrics,
      Requests<T> requests) {
    this.turns = turns;
    this.metrics = metrics;
    this.requests = requests;
    counters = new CounterFetch(store, metrics);
    directory = new CounterDirectory(store, turns, settings.blockedRetryMs(), metrics);
    CopyLimits limits =
        new CopyLimits(
            settings.writes(),
            settings.maxReadsInFlight(),
            0,
            Long.MAX_VALUE, // copies leave when they were not used for idleMs
            settings.blockedRetryMs());
    copies = new Copies<>(limits, this, store, turns, random, metrics);
    confirmations = new Confirmations<>(settings, copies);
  }

  Copies<CounterCopy<T>> copies() {
    return copies;
  }

  /** Does what is due by time. To be called every few ms. */
  void onTick() {
    confirmations.onTick();
    directory.onTick();
  }

  @Override
  public CounterCopy<T> newCopy(String counterId) {
    return new CounterCopy<>(counterId, copies.nowMs());
  }

  @Override
  public DocumentKey key(CounterCopy<T> copy) {
    return DocumentKey.counter(copy.id());
  }

  /** A counter that is retired gets no new document. */
  @Override
  public void absent(CounterCopy<T> copy) {
    counters.fetchRetired(copy.id(), answer -> turns.execute(() -> lookedForRetired(copy, answer)));
  }

  private void lookedForRetired(CounterCopy<T> copy, Answer<CounterSiblings> answer) {
    answer.handle(
        retired -> beginRetired(copy, retired),
        () -> directory.enter(copy.id(), failure -> entered(copy, failure)),
        unreadable -> copies.block(copy, unreadable),
        failed -> copies.readAgain(copy, "whether it is retired is not known: " + failed));
  }

  private void beginRetired(CounterCopy<T> copy, CounterSiblings retired) {
    directory.forget(copy.id());
    copy.retired = true;
    ready(copy, CounterLedger.retired(retired.siblings()));
  }

  private void entered(CounterCopy<T> copy, String failure) {
    if (failure == null) {
      ready(copy, CounterLedger.absent(copy.id()));
    } else {
      notEntered(copy, failure);
    }
  }

  /**
   * The document has changed. That of a retired counter gets a document again, which is entered
   * into the directory first: its service did not end with the close.
   */
  void changed(CounterCopy<T> copy) {
    if (!copy.retired) {
      copies.changed(copy);
    } else if (!copy.entering) {
      copy.entering = true;
      directory.enter(copy.id(), failure -> enteredAgain(copy, failure));
    }
  }

  private void enteredAgain(CounterCopy<T> copy, String failure) {
    copy.entering = false;
    if (failure == null) {
      copy.retired = false;
      copies.changed(copy);
    } else {
      notEntered(copy, failure);
    }
  }

  private void notEntered(CounterCopy<T> copy, String failure) {
    copies.readAgain(copy, "it could not be entered into the directory: " + failure);
  }

  @Override
  public void found(CounterCopy<T> copy, List<StoredValue> values) {
    directory.list(copy.id());
    List<CounterDocument> siblings;
    try {
      siblings = SiblingReader.COUNTERS.read(copy.id(), values);
    } catch (UnreadableDocument e) {
      copies.block(copy, e.getMessage());
      return;
    }
    if (siblings.size() > 1) {
      metrics.merged(siblings.size());
    }
    ready(copy, CounterLedger.of(siblings));
  }

  private void ready(CounterCopy<T> copy, CounterLedger<CounterRequest<T>> ledger) {
    copy.ledger = ledger;
    copies.ready(copy);
    copy.takeWaiting().forEach(request -> requests.apply(copy, request));
    if (ledger.needsPut()) {
      changed(copy);
    } else {
      confirmations.later(copy);
    }
    copies.release(copy);
  }

  @Override
  public int pending(CounterCopy<T> copy) {
    return copy.ledger.waitingForNextPut();
  }

  @Override
  public StoredValue beginPut(CounterCopy<T> copy, String writeId) {
    return new StoredValue(CounterDocumentCodec.CONTENT_TYPE, copy.ledger.beginPut(writeId));
  }

  @Override
  public void stored(CounterCopy<T> copy) {
    copy.ledger.putSucceeded(requests::done);
    confirmations.later(copy);
  }

  @Override
  public void readAgain(CounterCopy<T> copy, String reason) {
    LOG.debug("counters/{} is read again: {}", copy.id(), reason);
    copy.takeAll().forEach(copy::await);
    copy.ledger = null;
    copy.retired = false;
  }

  @Override
  public void blocked(CounterCopy<T> copy, String reason) {
    LOG.error(
        "counters/{} is blocked: {}. Its close and write-off events go to the queue of rejects, and what was"
            + " counted stays unsettled in the ads' documents. Repair the document, then replay the archive. Never delete it: what it"
            + " has recorded would be counted again.",
        copy.id(),
        reason);
    copy.takeAll().forEach(request -> requests.giveUp(copy, request));
  }

  @Override
  public boolean isIdle(CounterCopy<T> copy) {
    return !copy.hasWaiting() && !copy.awaitsConfirmation && !copy.entering;
  }
}
