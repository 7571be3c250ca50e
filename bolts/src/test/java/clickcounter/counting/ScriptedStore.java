package clickcounter.counting;

import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.MemoryStore;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
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
final class ScriptedStore implements DocumentStore {
  /** How one put ends. */
  enum PutFault {
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

  ScriptedStore(MemoryStore store) {
    this.store = store;
  }

  /** The next put of this document that was not spoken of yet ends so. */
  void failNextPut(DocumentKey key, PutFault fault) {
    putFaults.computeIfAbsent(key, k -> new ArrayDeque<>()).add(fault);
  }

  /** The next read of this document is not taken. */
  void refuseNextRead(DocumentKey key) {
    refusedReads.add(key);
  }

  void failNextReads(DocumentKey key, int times) {
    readFaults.merge(key, times, Integer::sum);
  }

  /** Calls for this document take effect from now on, but are not answered until released. */
  void holdAnswers(DocumentKey key) {
    held.add(key);
  }

  void releaseAnswers(DocumentKey key) {
    held.remove(key);
    heldAnswers.getOrDefault(key, List.of()).forEach(Runnable::run);
    heldAnswers.remove(key);
  }

  /** Writes a value in place of what is there, as an operator does. */
  void replace(DocumentKey key, StoredValue value) {
    store.fetch(
        key,
        fetched -> store.put(key, value, fetched.context(), stored -> requireSingle(key, stored)));
  }

  void delete(DocumentKey key) {
    store.delete(key);
  }

  private static void requireSingle(DocumentKey key, Stored stored) {
    if (!(stored instanceof Stored.Single)) {
      throw new AssertionError(key + " was not replaced: " + stored);
    }
  }

  /** The values stored under the key; none when the document is absent. */
  List<StoredValue> values(DocumentKey key) {
    return store.contents().getOrDefault(key, List.of());
  }

  /** The documents that were put, in this order, failed puts included. */
  List<DocumentKey> puts() {
    return puts;
  }

  long puts(DocumentKey key) {
    return puts.stream().filter(key::equals).count();
  }

  int reads() {
    return reads.size();
  }

  long readsIn(String bucket) {
    return reads.stream().filter(key -> key.bucket().equals(bucket)).count();
  }

  int failedReads() {
    return failedReads;
  }

  long reads(DocumentKey key) {
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
