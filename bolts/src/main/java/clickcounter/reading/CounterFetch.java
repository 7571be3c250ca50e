package clickcounter.reading;

import clickcounter.document.CounterDocument;
import clickcounter.document.UnreadableDocument;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoredValue;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what is recorded of a counter: its document, and if there is none, what is said of it among
 * the retired. In this order, because a counter is entered among the retired before its document is
 * deleted: at every moment it is found in one of the two places.
 *
 * <p>Thread-safe. Each read is answered exactly once, on any thread, whatever the store and the
 * document are like.
 *
 * @param metrics count each read of a document, on any thread
 */
public record CounterFetch(DocumentStore store, ReadMetrics metrics) {
  private static final Logger LOG = LoggerFactory.getLogger(CounterFetch.class);
  private static final String UNUSABLE = "its answer could not be used; the log says why";

  public void fetch(String counterId, Consumer<Answer<CounterSiblings>> receiver) {
    start(
        DocumentKey.counter(counterId),
        values -> document(counterId, values),
        answer ->
            answer.handle(
                siblings -> receiver.accept(answer),
                () -> fetchRetired(counterId, receiver),
                blocked -> receiver.accept(answer),
                failed -> receiver.accept(answer)));
  }

  /** Reads a counter whose document the caller has read before, and found absent. */
  public void fetchRetired(String counterId, Consumer<Answer<CounterSiblings>> receiver) {
    start(RetiredCounters.key(counterId), values -> retired(counterId, values), receiver);
  }

  private static CounterSiblings document(String counterId, List<StoredValue> values)
      throws UnreadableDocument {
    int bytes = values.stream().mapToInt(value -> value.bytes().length).sum();
    return new CounterSiblings(SiblingReader.COUNTERS.read(counterId, values), bytes);
  }

  private static CounterSiblings retired(String counterId, List<StoredValue> values)
      throws UnreadableDocument {
    CounterDocument document = RetiredCounters.read(counterId, values);
    return document == null ? null : new CounterSiblings(List.of(document), 0);
  }

  private void start(DocumentKey key, Decoder decoder, Consumer<Answer<CounterSiblings>> receiver) {
    metrics.readStarted();
    Read read = new Read(key, decoder, receiver);
    try {
      store.fetch(key, read);
    } catch (RuntimeException e) {
      if (read.isAnswered) {
        throw e; // it is the receiver's: the store has answered at once
      }
      read.accept(new Fetched.Failed("the store accepts no reads: " + e));
    }
  }

  private interface Decoder {
    /** Null if they say nothing of the counter. */
    CounterSiblings decode(List<StoredValue> values) throws UnreadableDocument;
  }

  /** A read under way. It calls its receiver whatever happens: nothing else would. */
  private final class Read implements Consumer<Fetched> {
    private final DocumentKey key;
    private final Decoder decoder;
    private final Consumer<Answer<CounterSiblings>> receiver;
    private boolean isAnswered;

    Read(DocumentKey key, Decoder decoder, Consumer<Answer<CounterSiblings>> receiver) {
      this.key = key;
      this.decoder = decoder;
      this.receiver = receiver;
    }

    @Override
    public void accept(Fetched fetched) {
      isAnswered = true;
      Answer<CounterSiblings> answer = new Answer.Failed<>(UNUSABLE);
      try {
        answer = fetched.decide(this::found, absent -> new Answer.Absent<>(), this::failed);
      } finally {
        receiver.accept(answer);
      }
    }

    private Answer<CounterSiblings> found(Fetched.Found found) {
      try {
        CounterSiblings siblings = decoder.decode(found.siblings());
        return siblings == null ? new Answer.Absent<>() : new Answer.Present<>(siblings);
      } catch (UnreadableDocument e) {
        return new Answer.Blocked<>(e.getMessage());
      } catch (RuntimeException e) {
        LOG.error("{}: the answer of a read could not be used", key, e);
        metrics.readFailed();
        return new Answer.Failed<>(UNUSABLE);
      }
    }

    private Answer<CounterSiblings> failed(Fetched.Failed failed) {
      metrics.readFailed();
      return new Answer.Failed<>(failed.reason());
    }
  }
}
