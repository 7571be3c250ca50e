package clickcounter.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The store in memory, which fails when and how the test says, and remembers what it was asked for.
 * What nothing was said about works.
 */
public final class ScriptedStore implements DocumentStore {
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

  private final MemoryStore store;
  private final Map<DocumentKey, Queue<PutFault>> putFaults = new HashMap<>();
  private final Map<DocumentKey, Integer> readFaults = new HashMap<>();
  private final Set<DocumentKey> held = new HashSet<>();
  private final Set<DocumentKey> refusedReads = new HashSet<>();
  private final Map<DocumentKey, List<Runnable>> heldAnswers = new HashMap<>();
  private final List<DocumentKey> puts = new ArrayList<>();
  private final List<DocumentKey> reads = new ArrayList<>();
  private int failedReads;

  public ScriptedStore(MemoryStore store) {
    this.store = store;
  }

  /** The next put of this document that was not spoken of yet ends so. */
  public void failNextPut(DocumentKey key, PutFault fault) {
    putFaults.computeIfAbsent(key, k -> new ArrayDeque<>()).add(fault);
  }

  /** The next read of this document is not taken. */
  public void refuseNextRead(DocumentKey key) {
    refusedReads.add(key);
  }

  public void failNextReads(DocumentKey key, int times) {
    readFaults.merge(key, times, Integer::sum);
  }

  /** Calls for this document take effect from now on, but are not answered until released. */
  public void holdAnswers(DocumentKey key) {
    held.add(key);
  }

  public void releaseAnswers(DocumentKey key) {
    held.remove(key);
    heldAnswers.getOrDefault(key, List.of()).forEach(Runnable::run);
    heldAnswers.remove(key);
  }

  /** Writes a value in place of what is there, as an operator does. */
  public void replace(DocumentKey key, StoredValue value) {
    store.fetch(
        key,
        fetched -> store.put(key, value, fetched.context(), stored -> requireSingle(key, stored)));
  }

  public void delete(DocumentKey key) {
    store.delete(key);
  }

  private static void requireSingle(DocumentKey key, Stored stored) {
    if (!(stored instanceof Stored.Single)) {
      throw new AssertionError(key + " was not replaced: " + stored);
    }
  }

  /** The values stored under the key; none when the document is absent. */
  public List<StoredValue> values(DocumentKey key) {
    return store.contents().getOrDefault(key, List.of());
  }

  /** The documents that were put, in this order, failed puts included. */
  public List<DocumentKey> puts() {
    return puts;
  }

  public long puts(DocumentKey key) {
    return puts.stream().filter(key::equals).count();
  }

  public int reads() {
    return reads.size();
  }

  public long readsIn(String bucket) {
    return reads.stream().filter(key -> key.bucket().equals(bucket)).count();
  }

  public int failedReads() {
    return failedReads;
  }

  public long reads(DocumentKey key) {
    return reads.stream().filter(key::equals).count();
  }

  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    reads.add(key);
    if (refusedReads.remove(key)) {
      throw new IllegalStateException("closed");
    }
    Integer faults = readFaults.remove(key);
    if (faults != null) {
      failedReads++;
      if (faults > 1) {
        readFaults.put(key, faults - 1);
      }
      answerOrHold(key, answer, new Fetched.Failed("no quorum"));
    } else {
      store.fetch(key, fetched -> answerOrHold(key, answer, fetched));
    }
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    puts.add(key);
    Queue<PutFault> faults = putFaults.get(key);
    PutFault fault = faults == null ? null : faults.poll();
    if (fault == null) {
      store.put(key, value, context, stored -> answerOrHold(key, answer, stored));
      return;
    }
    if (fault.takesEffect) {
      store.put(key, value, context, stored -> {});
    }
    answerOrHold(key, answer, fault.answer);
  }

  private <A> void answerOrHold(DocumentKey key, Consumer<A> answer, A value) {
    if (held.contains(key)) {
      heldAnswers.computeIfAbsent(key, k -> new ArrayList<>()).add(() -> answer.accept(value));
    } else {
      answer.accept(value);
    }
  }

  @Override
  public void close() {
    store.close();
  }
}
