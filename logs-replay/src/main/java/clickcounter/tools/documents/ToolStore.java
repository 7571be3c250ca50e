package clickcounter.tools.documents;

import clickcounter.cli.NoVerdict;
import clickcounter.document.UnreadableDocument;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** The store as a tool uses it: waits for answers, tries again, and ends without a verdict. */
public final class ToolStore {
  /** A read that fails by its own time-out is made once more. */
  private static final long READ_WITHIN_MS = 3_000;

  private static final int MOST_IN_FLIGHT = 32;

  private static final String AGAIN = ". Run the same command again";

  private final DocumentStore store;
  private final Waits waits;

  public ToolStore(DocumentStore store, Waits waits) {
    this.store = store;
    this.waits = waits;
  }

  /** Reads the stored values of a document. */
  public interface Reader<T> {
    T read(List<StoredValue> siblings) throws UnreadableDocument;
  }

  /** Makes the new value of a document; null if it is to stay. */
  public interface Change {
    StoredValue of(List<StoredValue> siblings) throws UnreadableDocument;
  }

  /** Reads many documents in parallel. */
  Reads reads() {
    return new Reads();
  }

  public Fetched fetch(DocumentKey key) {
    return waits
        .until(
            fetched -> fetched.decide(found -> true, absent -> true, failed -> false),
            READ_WITHIN_MS,
            () -> waits.<Fetched>await(answer -> store.fetch(key, answer)))
        .decide(
            found -> found,
            absent -> absent,
            failed -> {
              throw new NoVerdict(
                  ("cannot read %s: %s. Check riak.nodes and riak.bucketType, and run the"
                          + " same command again")
                      .formatted(key, failed.reason()));
            });
  }

  public <T> T read(DocumentKey key, Reader<T> reader) {
    return read(key, fetch(key), reader);
  }

  static <T> T read(DocumentKey key, Fetched fetched, Reader<T> reader) {
    try {
      return reader.read(fetched.siblings());
    } catch (UnreadableDocument e) {
      throw new NoVerdict(key + ": " + e.getMessage());
    }
  }

  /** Reads, changes and puts a document until a quorum has it as the single value. */
  public void change(DocumentKey key, Change change) {
    requireDone(key, "put", waits.until(Objects::isNull, () -> tryToChange(key, change)));
  }

  /** Null when the document is as it is to be; else why it is not. */
  private String tryToChange(DocumentKey key, Change change) {
    Fetched fetched = fetch(key);
    StoredValue value = read(key, fetched, change::of);
    return value == null ? null : tryToPut(key, value, fetched.context());
  }

  /** Puts a document once; a quorum has it then, as the single value. */
  public void put(DocumentKey key, StoredValue value, StoreContext context) {
    requireDone(key, "put", tryToPut(key, value, context));
  }

  /** Null when a quorum has it, as the single value; else why it has not. */
  private String tryToPut(DocumentKey key, StoredValue value, StoreContext context) {
    Stored stored = waits.await(answer -> store.put(key, value, context, answer));
    return stored.failure();
  }

  public void delete(DocumentKey key, StoreContext context) {
    requireDone(key, "deleted", waits.await(answer -> store.delete(key, context, answer)));
  }

  private static void requireDone(DocumentKey key, String done, String failure) {
    if (failure != null) {
      throw new NoVerdict(key + " could not be " + done + ": " + failure + AGAIN);
    }
  }

  /**
   * A store as a tool reads it: a limited number of documents at a time, and a read that fails is
   * tried again as this says. What the answers bring is done in the thread that calls {@link #run},
   * so none of them is {@link Fetched.Failed}: {@link NoVerdict} ends the run instead.
   *
   * <p>Not thread-safe.
   */
  final class Reads implements DocumentStore {
    private final ArrayDeque<Read> waiting = new ArrayDeque<>();
    private final LinkedBlockingQueue<Runnable> answers = new LinkedBlockingQueue<>();
    private int inFlight;

    private record Read(DocumentKey key, Consumer<Fetched> receiver) {}

    /**
     * Starts with each item in turn, as the limit allows, and returns when all that was fetched
     * meanwhile is answered.
     *
     * @param start fetches what the item needs
     */
    <T> void run(Iterator<T> items, Consumer<T> start) {
      while (items.hasNext() || !waiting.isEmpty() || inFlight > 0) {
        if (!waiting.isEmpty() && inFlight < MOST_IN_FLIGHT) {
          begin(waiting.poll());
        } else if (waiting.isEmpty() && items.hasNext() && inFlight < MOST_IN_FLIGHT) {
          start.accept(items.next());
        } else {
          waits.take(answers).run();
        }
      }
    }

    @Override
    public void fetch(DocumentKey key, Consumer<Fetched> receiver) {
      waiting.add(new Read(key, receiver));
    }

    private void begin(Read read) {
      inFlight++;
      store.fetch(read.key(), fetched -> answers.add(() -> answered(read, fetched)));
    }

    private void answered(Read read, Fetched fetched) {
      inFlight--;
      // The other reads that failed are repeated after this one: they wait for the same node.
      read.receiver()
          .accept(
              fetched.<Fetched>decide(
                  found -> found, absent -> absent, failed -> ToolStore.this.fetch(read.key())));
    }

    @Override
    public void put(
        DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
      throw new UnsupportedOperationException("documents are only read here");
    }

    /** Leaves the store open. */
    @Override
    public void close() {}
  }
}
