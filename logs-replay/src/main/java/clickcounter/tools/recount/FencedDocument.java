package clickcounter.tools.recount;

import clickcounter.document.AdDocumentCodec;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.Fence;
import clickcounter.document.UnreadableDocument;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * One document that is recounted: puts a fence in its place, and later the new document in the
 * place of the fence. The rules are those of the model (clicks/RATIONALE.md, "Recount"):
 *
 * <ul>
 *   <li>It goes on only if a quorum has stored the fence. The fence may have siblings.
 *   <li>The fence carries what it replaces, so that nothing is forgotten if the process ends. What
 *       others have put until the fence was stored stands beside it, and is read after it.
 *   <li>The new document replaces what a quorum reads, if the fence is there and no higher one.
 *       Instead of it, what the fence replaced and what stands beside it may be put back.
 *   <li>A put in doubt is not repeated: the recount begins again, with a new fence.
 * </ul>
 *
 * <p>Answers come on the threads of the store.
 */
public final class FencedDocument {
  /** Why a fence stays. */
  static final String NOTHING_TO_GIVE_BACK =
      "it could not be read before either, so it stays blocked until it is recounted";

  private final DocumentStore store;
  private final DocumentKey key;
  private Fence fence;
  private List<StoredValue> beside = List.of();

  public FencedDocument(DocumentStore store, DocumentKey key) {
    this.store = store;
    this.key = key;
  }

  public DocumentKey key() {
    return key;
  }

  /** The fence that was put last. */
  public Fence fence() {
    return fence;
  }

  /**
   * What stood here when the fence was stored, whatever it is: what the fence has replaced, and
   * what others have put beside it. Whatever was ever marked is in it.
   */
  public List<StoredValue> replaced() {
    return with(fence, beside);
  }

  /** Those of {@link #replaced} that can be read as documents of a counter. */
  List<CounterDocument> replacedCounters() {
    List<CounterDocument> counters = new ArrayList<>();
    for (StoredValue value : replaced()) {
      try {
        counters.add(CounterDocumentCodec.read(value.contentType(), value.bytes()));
      } catch (UnreadableDocument e) {
        // The archives say what they can.
      }
    }
    return counters;
  }

  private static List<StoredValue> with(Fence fence, List<StoredValue> documents) {
    List<StoredValue> all = new ArrayList<>();
    fence.replaced().forEach(each -> all.add(value(each)));
    all.addAll(documents);
    return all;
  }

  /** What was replaced, as it was stored. */
  static StoredValue value(Fence.Replaced replaced) {
    return new StoredValue(replaced.contentType(), replaced.bytes());
  }

  /**
   * How a step ended. A caller decides on it with one function for each case: a caller that
   * overlooks a case does not compile.
   */
  public sealed interface Outcome {
    /** Does what the outcome's case demands. */
    default void handle(
        Consumer<? super Done> done,
        Consumer<? super Refused> refused,
        Consumer<? super Failed> failed) {
      if (this instanceof Done it) {
        done.accept(it);
      } else if (this instanceof Refused it) {
        refused.accept(it);
      } else {
        failed.accept((Failed) this);
      }
    }

    /** It is done. */
    record Done() implements Outcome {}

    /** It will not succeed later either. */
    record Refused(String reason) implements Outcome {}

    /** Nothing can be said of what is stored. The recount has to begin again. */
    record Failed(String reason) implements Outcome {}
  }

  private static final Outcome DONE = new Outcome.Done();
  private static final Outcome GONE =
      new Outcome.Failed("the fence is gone: the document was deleted");

  /**
   * Puts the fence.
   *
   * @param id unique among all writes
   * @param by host and process, for a person
   */
  public void raise(String id, long nowMs, String by, Consumer<Outcome> outcome) {
    store.fetch(
        key,
        answer ->
            answer.handle(
                found -> raiseOver(found, id, nowMs, by, outcome),
                absent -> raiseOver(absent, id, nowMs, by, outcome),
                failed -> outcome.accept(readFailed(failed))));
  }

  private void raiseOver(
      Fetched before, String id, long nowMs, String by, Consumer<Outcome> outcome) {
    Values values = Values.of(before.siblings());
    fence = Fence.inPlaceOf(values.allNumbers(), id, nowMs, by).replacing(values.replaced());
    put(
        fenceValue(),
        before.context(),
        stored -> stored.handle(done -> readBeside(outcome), outcome, outcome));
  }

  /** Who had read the document before the fence came may have put it, and a quorum stored that. */
  private void readBeside(Consumer<Outcome> outcome) {
    store.fetch(
        key,
        answer ->
            answer.handle(
                found -> {
                  Values values = Values.of(found.siblings());
                  beside = values.documents;
                  outcome.accept(isMine(values) ? DONE : superseded(values));
                },
                absent -> outcome.accept(GONE),
                failed -> outcome.accept(readFailed(failed))));
  }

  private boolean isMine(Values values) {
    return fence.mayBeReplaced(values.fences, values.numbers);
  }

  private static Outcome readFailed(Fetched.Failed failed) {
    return new Outcome.Failed("read failed: " + failed.reason());
  }

  private StoredValue fenceValue() {
    return new StoredValue(Fence.CONTENT_TYPE, fence.toBytes());
  }

  private void put(StoredValue value, StoreContext context, Consumer<Outcome> outcome) {
    store.put(key, value, context, answer -> outcome.accept(afterPut(answer)));
  }

  /** A value with siblings is stored by a quorum, too: readers merge them. */
  private static Outcome afterPut(Stored answer) {
    return answer.decide(
        single -> DONE,
        siblings -> DONE,
        doubt -> new Outcome.Failed(answer.failure()),
        refused -> new Outcome.Refused(answer.failure()));
  }

  /** Puts a newer document unless another writer has put one; that writer will put it again. */
  public void follow(StoredValue before, StoredValue next, Consumer<Outcome> outcome) {
    store.fetch(
        key,
        answer ->
            answer.handle(
                found -> {
                  if (found.siblings().size() == 1
                      && Arrays.equals(found.siblings().get(0).bytes(), before.bytes())) {
                    put(next, found.context(), outcome);
                  } else {
                    outcome.accept(DONE);
                  }
                },
                absent -> outcome.accept(DONE),
                failed -> outcome.accept(DONE)));
  }

  /** Makes the document that is put back. */
  @FunctionalInterface
  interface Former {
    /**
     * @param values what the fence has replaced, and what stands beside it now
     */
    void make(List<StoredValue> values, Fence fence, Consumer<Made> made);
  }

  /**
   * What was made.
   *
   * @param document null if there is none
   * @param failure why nothing could be made now; null if the values cannot be read as documents
   */
  record Made(StoredValue document, String failure) {
    static final Made NOTHING = new Made(null, null);

    static Made of(String contentType, byte[] bytes) {
      return new Made(new StoredValue(contentType, bytes), null);
    }

    static Made failed(String why) {
      return new Made(null, why);
    }
  }

  /**
   * Puts back what was there before the fence. It is refused if there was nothing that can be read:
   * the fence stays.
   */
  void giveBack(Former former, Consumer<Outcome> outcome) {
    ifMine(
        (found, values) ->
            former.make(
                with(fence, values.documents),
                fence,
                made -> {
                  if (made.document() != null) {
                    put(made.document(), found.context(), outcome);
                  } else if (made.failure() != null) {
                    outcome.accept(new Outcome.Failed(made.failure()));
                  } else {
                    outcome.accept(new Outcome.Refused(NOTHING_TO_GIVE_BACK));
                  }
                }),
        outcome);
  }

  /** Puts the new document in the place of the fence. */
  public void replace(StoredValue document, Consumer<Outcome> outcome) {
    ifMine((found, values) -> put(document, found.context(), outcome), outcome);
  }

  /** Goes on if the fence still stands there. */
  private void ifMine(BiConsumer<Fetched.Found, Values> next, Consumer<Outcome> outcome) {
    store.fetch(
        key,
        answer ->
            answer.handle(
                found -> {
                  Values values = Values.of(found.siblings());
                  if (isMine(values)) {
                    next.accept(found, values);
                  } else {
                    outcome.accept(superseded(values));
                  }
                },
                absent -> outcome.accept(GONE),
                failed -> outcome.accept(readFailed(failed))));
  }

  private Outcome superseded(Values values) {
    for (Fence other : values.fences) {
      if (other.number() > fence.number()) {
        return new Outcome.Refused(
            "another recount began later (%s) and goes on alone".formatted(other.by()));
      }
    }
    return new Outcome.Failed("the fence is gone: another writer has put the document");
  }

  /**
   * What stands in one place.
   *
   * @param documents everything but fences, whether it can be read or not
   * @param numbers of the last writes of those that can be read
   */
  private record Values(List<Fence> fences, List<StoredValue> documents, List<Long> numbers) {
    static Values of(List<StoredValue> siblings) {
      Values values = new Values(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      siblings.forEach(values::add);
      return values;
    }

    List<Long> allNumbers() {
      List<Long> all = new ArrayList<>(numbers);
      fences.forEach(fence -> all.add(fence.number()));
      return all;
    }

    /** What the next fence carries; what a stale fence carries is a thing of the past. */
    List<Fence.Replaced> replaced() {
      Set<Fence.Replaced> replaced = new LinkedHashSet<>();
      for (Fence fence : fences) {
        if (numbers.stream().noneMatch(fence::isStaleBeside)) {
          replaced.addAll(fence.replaced());
        }
      }
      documents.forEach(each -> replaced.add(Fence.Replaced.of(each.contentType(), each.bytes())));
      return List.copyOf(replaced);
    }

    private void add(StoredValue value) {
      try {
        switch (value.contentType()) {
          case Fence.CONTENT_TYPE -> fences.add(Fence.read(value.contentType(), value.bytes()));
          case AdDocumentCodec.CONTENT_TYPE -> {
            documents.add(value);
            numbers.add(AdDocumentCodec.read(value.contentType(), value.bytes()).write().number());
          }
          case CounterDocumentCodec.CONTENT_TYPE -> {
            documents.add(value);
            numbers.add(
                CounterDocumentCodec.read(value.contentType(), value.bytes()).write().number());
          }
          default -> documents.add(value);
        }
      } catch (UnreadableDocument e) {
        // It is replaced. The number of a fence is above those of all writes before.
      }
    }
  }
}
