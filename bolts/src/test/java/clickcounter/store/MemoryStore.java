package clickcounter.store;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A store in memory that treats siblings, contexts and tombstones as Riak does; {@link
 * StoreContractTest} holds it to that.
 *
 * <p>It never fails by itself and forgets everything with the process. Answers come on the given
 * executor.
 *
 * <p>Each write of a key gets the next number, its dot. A context is the highest dot its reader had
 * seen; a put removes the values up to its context and leaves the others as siblings:
 *
 * <pre>
 * put a, no context  -> a@1            context 1
 * put b, context 1   -> b@2            context 2
 * put c, context 1   -> b@2 c@3        siblings: c's writer had not seen b
 * put d, context 3   -> d@4            resolved
 * </pre>
 */
public final class MemoryStore implements DocumentStore {
  /** Riak's own limit of an object. */
  public static final int MAX_VALUE_BYTES = 50 << 20;

  private final Executor answers;
  private final Map<DocumentKey, Versions> documents = new HashMap<>();
  private boolean closed;

  /** Answers on the caller's thread. */
  public MemoryStore() {
    this(Runnable::run);
  }

  public MemoryStore(Executor answers) {
    this.answers = answers;
  }

  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    reply(() -> read(key), answer);
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    reply(() -> write(key, value, context), answer);
  }

  /** The work is done at the call, the answer may come later. */
  private synchronized <T> void reply(Supplier<T> work, Consumer<T> answer) {
    T result = work.get();
    answers.execute(() -> answer.accept(result));
  }

  private Fetched read(DocumentKey key) {
    if (closed) {
      return new Fetched.Failed("the store is closed");
    }
    Versions versions = documents.get(key);
    if (versions == null) {
      return new Fetched.Absent(StoreContext.NONE);
    }
    List<StoredValue> values = versions.live();
    return values.isEmpty()
        ? new Fetched.Absent(versions.context())
        : new Fetched.Found(values, versions.context());
  }

  private Stored write(DocumentKey key, StoredValue value, StoreContext context) {
    if (closed) {
      return new Stored.Doubt("the store is closed");
    }
    if (value.bytes().length > MAX_VALUE_BYTES) {
      return new Stored.Refused("{too_large," + value.bytes().length + "}");
    }
    Versions before = documents.getOrDefault(key, Versions.NOTHING);
    Versions after = before.with(value, context);
    documents.put(key, after);
    int siblings = after.values().size();
    return siblings == 1 ? new Stored.Single(after.context()) : new Stored.Siblings(siblings);
  }

  @Override
  public void delete(DocumentKey key, StoreContext context, Consumer<String> failure) {
    reply(() -> bury(key, context), failure);
  }

  private String bury(DocumentKey key, StoreContext context) {
    Versions before = documents.getOrDefault(key, Versions.NOTHING);
    documents.put(key, before.with(null, context));
    return null;
  }

  /** Leaves a tombstone, as a delete by an operator does for a while. */
  public synchronized void delete(DocumentKey key) {
    Versions before = documents.getOrDefault(key, Versions.NOTHING);
    documents.put(key, before.with(null, before.context()));
  }

  /** All documents, without tombstones: for the checks at a test's end. */
  public synchronized Map<DocumentKey, List<StoredValue>> contents() {
    Map<DocumentKey, List<StoredValue>> contents = new HashMap<>();
    documents.forEach((key, versions) -> contents.put(key, versions.live()));
    contents.values().removeIf(List::isEmpty);
    return contents;
  }

  @Override
  public synchronized void close() {
    closed = true;
  }

  /** A value of null is a tombstone. */
  private record Dotted(long dot, StoredValue value) {}

  private record Versions(long newest, List<Dotted> values) {
    static final Versions NOTHING = new Versions(0, List.of());

    Versions with(StoredValue value, StoreContext context) {
      long seen = context.isNone() ? 0 : ByteBuffer.wrap(context.bytes()).getLong();
      List<Dotted> after = new ArrayList<>(values);
      after.removeIf(each -> each.dot() <= seen);
      after.add(new Dotted(newest + 1, value));
      return new Versions(newest + 1, List.copyOf(after));
    }

    StoreContext context() {
      return newest == 0
          ? StoreContext.NONE
          : new StoreContext(ByteBuffer.allocate(Long.BYTES).putLong(newest).array());
    }

    List<StoredValue> live() {
      return values.stream().map(Dotted::value).filter(value -> value != null).toList();
    }
  }
}
