package clickcounter.tools.documents;

import clickcounter.cli.NoVerdict;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * A store as a tool reads it: a limited number of documents at a time, and a read that fails is
 * tried again as {@link ToolStore} says. What the answers bring is done in the thread that calls
 * {@link #run}, so none of them is {@link Fetched.Failed}: {@link NoVerdict} ends the run instead.
 *
 * <p>Not thread-safe.
 */
final class PatientReads implements DocumentStore {
  private static final int MOST_IN_FLIGHT = 32;

  private final DocumentStore store;
  private final Waits waits;
  private final ToolStore again;
  private final ArrayDeque<Read> waiting = new ArrayDeque<>();
  private final LinkedBlockingQueue<Runnable> answers = new LinkedBlockingQueue<>();
  private int inFlight;

  PatientReads(DocumentStore store, Waits waits, ToolStore again) {
    this.store = store;
    this.waits = waits;
    this.again = again;
  }

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
                found -> found, absent -> absent, failed -> again.fetch(read.key())));
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
