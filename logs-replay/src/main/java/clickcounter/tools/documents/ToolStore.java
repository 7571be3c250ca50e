package clickcounter.tools.documents;

import clickcounter.cli.NoVerdict;
import clickcounter.document.UnreadableDocument;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.List;
import java.util.Objects;

/** The store as a tool uses it: waits for answers, tries again, and ends without a verdict. */
public final class ToolStore {
  private static final String AGAIN = ". Run the same command again";

  private final DocumentStore store;
  private final Waits waits;
  private final Retries retries;

  public ToolStore(DocumentStore store, Waits waits) {
    this.store = store;
    this.waits = waits;
    this.retries = new Retries(waits);
  }

  /** Reads the stored values of a document. */
  public interface Reader<T> {
    T read(List<StoredValue> siblings) throws UnreadableDocument;
  }

  /** Makes the new value of a document; null if it is to stay. */
  public interface Change {
    StoredValue of(List<StoredValue> siblings) throws UnreadableDocument;
  }

  public Fetched fetch(DocumentKey key) {
    return retries
        .fetch(store, key)
        .decide(
            found -> found,
            absent -> absent,
            failed -> {
              throw new NoVerdict("cannot read " + key + ": " + failed.reason() + AGAIN);
            });
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
  public void change(DocumentKey key, Change change) {
    String failure = retries.until(Objects::isNull, () -> tryToChange(key, change));
    if (failure != null) {
      throw new NoVerdict(key + " could not be put: " + failure + AGAIN);
    }
  }

  /** Null when the document is as it is to be; else why it is not. */
  private String tryToChange(DocumentKey key, Change change) {
    Fetched fetched = fetch(key);
    StoredValue value = read(key, fetched, change::of);
    return value == null ? null : tryToPut(key, value, fetched.context());
  }

  /** Puts a document once; a quorum has it then, as the single value. */
  public void put(DocumentKey key, StoredValue value, StoreContext context) {
    String failure = tryToPut(key, value, context);
    if (failure != null) {
      throw new NoVerdict(key + " could not be put: " + failure + AGAIN);
    }
  }

  /** Null when a quorum has it, as the single value; else why it has not. */
  private String tryToPut(DocumentKey key, StoredValue value, StoreContext context) {
    Stored stored = waits.await(answer -> store.put(key, value, context, answer));
    return stored.failure();
  }

  public void delete(DocumentKey key, StoreContext context) {
    String failure = waits.await(answer -> store.delete(key, context, answer));
    if (failure != null) {
      throw new NoVerdict(key + " could not be deleted: " + failure + AGAIN);
    }
  }
}
