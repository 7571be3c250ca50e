package clickcounter.store;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A store in memory that treats siblings, contexts and tombstones as Riak does; {@link
 * StoreContractTest} holds it to that.
 *
 * <p>It fails when and how a test says, and else never. It remembers what it was asked for, and
 * forgets everything with the process. Answers come on the given executor; one that runs nothing
 * makes a silent store.
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
public class MemoryStore implements DocumentStore {
  /** Riak's own limit of an object. */
  public static final int MAX_VALUE_BYTES = 50 << 20;

  /** How one put ends. */
  public enum PutFault {
    /** The put takes effect, its answer is lost. */
    DOUBT_STORED(true, new Stored.Doubt("time-out")),
    /** The put gets lost, and the store does not know. */
    DOUBT_LOST(false, new Stored.Doubt("connection lost")),
    REFUSED(false, new Stored.Refused("{too_large,1}"));

    private final boolean takesEffect;
    private final Stored answer;

    PutFault(boolean takesEffect, Stored answer) {
      this.takesEffect = takesEffect;
      this.answer = answer;
    }
  }

  /** Runs before each document is read, with its key. */
  public volatile Consumer<DocumentKey> beforeFetch = key -> {};

  /** Asked before each put, with its key: how it ends; null if it works. */
  public volatile Function<DocumentKey, PutFault> putFault = key -> null;

  /** Runs after each document was put and before that is answered, with its key. */
  public volatile Consumer<DocumentKey> afterPut = key -> {};

  /** Why all reads fail; null if they do not. */
  public volatile String failure;

  private final Executor answers;
  private final Map<DocumentKey, Versions> documents = new HashMap<>();
  private final Map<DocumentKey, Queue<PutFault>> putFaults = new HashMap<>();
  private final Map<DocumentKey, Integer> readFaults = new HashMap<>();
  private final Set<DocumentKey> refusedReads = new HashSet<>();
  private final Map<DocumentKey, List<Runnable>> heldAnswers = new HashMap<>();
  private final List<DocumentKey> puts = new ArrayList<>();
  private final List<DocumentKey> reads = new ArrayList<>();
  private int failedReads;
  private boolean closed;

  /** Answers on the caller's thread. */
  public MemoryStore() {
    this(Runnable::run);
  }

  public MemoryStore(Executor answers) {
    this.answers = answers;
  }

  /**
   * The next put of this document that was not spoken of yet ends so. {@link #afterPut} may still
   * say that the answer gets lost.
   */
  public synchronized void failNextPut(DocumentKey key, PutFault fault) {
    putFaults.computeIfAbsent(key, k -> new ArrayDeque<>()).add(fault);
  }

  /** After so many puts no more are stored, and all end in doubt. */
  public void dieAfterPuts(int count) {
    AtomicInteger left = new AtomicInteger(count);
    putFault = key -> left.getAndDecrement() > 0 ? null : PutFault.DOUBT_LOST;
  }

  /** The next read of this document is not taken. */
  public synchronized void refuseNextRead(DocumentKey key) {
    refusedReads.add(key);
  }

  public synchronized void failNextReads(DocumentKey key, int times) {
    readFaults.merge(key, times, Integer::sum);
  }

  /** Calls for this document take effect from now on, but are not answered until released. */
  public synchronized void holdAnswers(DocumentKey key) {
    heldAnswers.putIfAbsent(key, new ArrayList<>());
  }

  public void releaseAnswers(DocumentKey key) {
    List<Runnable> released;
    synchronized (this) {
      released = heldAnswers.remove(key);
    }
    if (released != null) {
      released.forEach(Runnable::run);
    }
  }

  /** Writes these in place of what is there, as an operator does; several are siblings. */
  public synchronized void replace(DocumentKey key, StoredValue... values) {
    Versions after = documents.getOrDefault(key, Versions.NOTHING);
    StoreContext read = after.context();
    for (StoredValue value : values) {
      after = after.with(value, read);
    }
    documents.put(key, after);
  }

  /** Leaves a tombstone, as a delete by an operator does for a while. */
  public void delete(DocumentKey key) {
    replace(key, (StoredValue) null);
  }

  /** Forgets all documents. */
  public synchronized void clear() {
    documents.clear();
  }

  /** The values stored under the key; none when the document is absent. */
  public synchronized List<StoredValue> values(DocumentKey key) {
    return documents.getOrDefault(key, Versions.NOTHING).live();
  }

  /** All documents, without tombstones. */
  public synchronized Map<DocumentKey, List<StoredValue>> contents() {
    Map<DocumentKey, List<StoredValue>> contents = new HashMap<>();
    documents.forEach((key, versions) -> contents.put(key, versions.live()));
    contents.values().removeIf(List::isEmpty);
    return contents;
  }

  /** The documents that were put, in this order, failed puts included. */
  public synchronized List<DocumentKey> puts() {
    return List.copyOf(puts);
  }

  public long puts(DocumentKey key) {
    return puts().stream().filter(key::equals).count();
  }

  /** The documents that were read, in this order, failed reads included. */
  public synchronized List<DocumentKey> reads() {
    return List.copyOf(reads);
  }

  public long reads(DocumentKey key) {
    return reads().stream().filter(key::equals).count();
  }

  public long readsIn(String bucket) {
    return reads().stream().filter(key -> key.bucket().equals(bucket)).count();
  }

  public synchronized int failedReads() {
    return failedReads;
  }

  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    beforeFetch.accept(key);
    reply(key, read(key), answer);
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    reply(key, write(key, value, context), answer);
  }

  @Override
  public void delete(DocumentKey key, StoreContext context, Consumer<String> failure) {
    change(key, null, context);
    reply(key, null, failure);
  }

  /** The work was done at the call, the answer may come later. */
  private <T> void reply(DocumentKey key, T result, Consumer<T> answer) {
    synchronized (this) {
      if (heldAnswers.containsKey(key)) {
        heldAnswers.get(key).add(() -> answer.accept(result));
        return;
      }
    }
    answers.execute(() -> answer.accept(result));
  }

  private synchronized Fetched read(DocumentKey key) {
    reads.add(key);
    if (refusedReads.remove(key)) {
      throw new IllegalStateException("closed");
    }
    if (closed) {
      return new Fetched.Failed("the store is closed");
    }
    if (failure != null) {
      return new Fetched.Failed(failure);
    }
    if (readFaults.getOrDefault(key, 0) > 0) {
      readFaults.merge(key, -1, Integer::sum);
      failedReads++;
      return new Fetched.Failed("no quorum");
    }
    Versions versions = documents.getOrDefault(key, Versions.NOTHING);
    List<StoredValue> values = versions.live();
    return values.isEmpty()
        ? new Fetched.Absent(versions.context())
        : new Fetched.Found(values, versions.context());
  }

  private Stored write(DocumentKey key, StoredValue value, StoreContext context) {
    PutFault before = faultBefore(key);
    if (before != null && !before.takesEffect) {
      return before.answer;
    }
    Stored stored = store(key, value, context);
    afterPut.accept(key);
    PutFault after = before == null ? nextFault(key) : before;
    return after == null ? stored : after.answer;
  }

  private synchronized Stored store(DocumentKey key, StoredValue value, StoreContext context) {
    if (closed) {
      return new Stored.Doubt("the store is closed");
    }
    if (value.bytes().length > MAX_VALUE_BYTES) {
      return new Stored.Refused("{too_large," + value.bytes().length + "}");
    }
    int siblings = change(key, value, context);
    return siblings == 1
        ? new Stored.Single(documents.get(key).context())
        : new Stored.Siblings(siblings);
  }

  /** The number of values, tombstones included, that are there then. */
  private synchronized int change(DocumentKey key, StoredValue value, StoreContext context) {
    Versions after = documents.getOrDefault(key, Versions.NOTHING).with(value, context);
    documents.put(key, after);
    return after.values().size();
  }

  private PutFault faultBefore(DocumentKey key) {
    synchronized (this) {
      puts.add(key);
    }
    PutFault fault = nextFault(key);
    return fault == null ? putFault.apply(key) : fault;
  }

  private synchronized PutFault nextFault(DocumentKey key) {
    Queue<PutFault> faults = putFaults.get(key);
    return faults == null ? null : faults.poll();
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
