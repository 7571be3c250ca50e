package clickcounter.tools;

import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Documents in a map. Answers at once, in the caller's thread. */
public final class MapStore implements DocumentStore {
  public final Map<DocumentKey, List<StoredValue>> values = new ConcurrentHashMap<>();
  volatile String failure;

  /** Runs before each document is read, with its key. */
  public Consumer<DocumentKey> beforeFetch = key -> {};

  /** Runs after each document was put, with its key. */
  public Consumer<DocumentKey> afterPut = key -> {};

  private int putsLeft = Integer.MAX_VALUE;
  private DocumentKey lost;
  private boolean losesNextPut;
  private boolean losesNextAnswer;

  /** From then on puts are not stored, and end in doubt. */
  public void dieAfterPuts(int puts) {
    putsLeft = puts;
  }

  /** The next put is not stored, and ends in doubt. */
  public void loseNextPut() {
    losesNextPut = true;
  }

  /** The next put is stored, and ends in doubt. May be called when it has just been stored. */
  public void loseNextAnswer() {
    losesNextAnswer = true;
  }

  /** The document whose put was lost last; null if none was. */
  public DocumentKey lost() {
    return lost;
  }

  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    beforeFetch.accept(key);
    List<StoredValue> found = values.get(key);
    if (failure != null) {
      answer.accept(new Fetched.Failed(failure));
    } else if (found == null) {
      answer.accept(new Fetched.Absent(StoreContext.NONE));
    } else {
      answer.accept(new Fetched.Found(found, StoreContext.NONE));
    }
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    if (putsLeft == 0 || losesNextPut) {
      losesNextPut = false;
      lost = key;
      answer.accept(new Stored.Doubt("the connection was lost"));
      return;
    }
    putsLeft--;
    values.put(key, List.of(value));
    afterPut.accept(key);
    if (losesNextAnswer) {
      losesNextAnswer = false;
      answer.accept(new Stored.Doubt("the connection was lost"));
    } else {
      answer.accept(new Stored.Single(StoreContext.NONE));
    }
  }

  @Override
  public void delete(DocumentKey key, StoreContext context, Consumer<String> failure) {
    values.remove(key);
    failure.accept(null);
  }

  @Override
  public void close() {}
}
