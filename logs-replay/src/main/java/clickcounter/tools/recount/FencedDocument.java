package clickcounter.tools.recount;

import clickcounter.document.AdDocumentCodec;
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
import java.util.List;
import java.util.function.Consumer;

/**
 * One document that is recounted: puts a fence in its place, and later the new document in the
 * place of the fence. The rules are those of the model (clicks/RATIONALE.md, "Recount"):
 *
 * <ul>
 *   <li>It goes on only if a quorum has stored the fence. The fence may have siblings.
 *   <li>The new document replaces what a quorum reads, if the fence is there and no higher one.
 *   <li>A put in doubt is not repeated: the recount begins again, with a new fence.
 * </ul>
 *
 * <p>Answers come on the threads of the store.
 */
public final class FencedDocument {
  private final DocumentStore store;
  private final DocumentKey key;
  private Fence fence;

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
    fence = Fence.inPlaceOf(Values.of(before.siblings()).allNumbers(), id, nowMs, by);
    put(fenceValue(), before.context(), outcome);
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

  /** Puts the new document in the place of the fence. */
  public void replace(StoredValue document, Consumer<Outcome> outcome) {
    store.fetch(
        key,
        answer ->
            answer.handle(
                found -> replace(found, document, outcome),
                absent ->
                    outcome.accept(
                        new Outcome.Failed("the fence is gone: the document was deleted")),
                failed -> outcome.accept(readFailed(failed))));
  }

  private void replace(Fetched.Found found, StoredValue document, Consumer<Outcome> outcome) {
    Values values = Values.of(found.siblings());
    if (fence.mayBeReplaced(values.fences, values.numbers)) {
      put(document, found.context(), outcome);
    } else {
      outcome.accept(superseded(values));
    }
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
   * What stands in one place. What cannot be read is left out.
   *
   * @param numbers of the documents' last writes
   */
  private record Values(List<Fence> fences, List<Long> numbers) {
    static Values of(List<StoredValue> siblings) {
      Values values = new Values(new ArrayList<>(), new ArrayList<>());
      siblings.forEach(values::add);
      return values;
    }

    List<Long> allNumbers() {
      List<Long> all = new ArrayList<>(numbers);
      fences.forEach(fence -> all.add(fence.number()));
      return all;
    }

    private void add(StoredValue value) {
      try {
        if (value.contentType().equals(Fence.CONTENT_TYPE)) {
          Fence other = Fence.read(value.contentType(), value.bytes());
          fences.add(other);
        } else if (value.contentType().equals(AdDocumentCodec.CONTENT_TYPE)) {
          numbers.add(AdDocumentCodec.read(value.contentType(), value.bytes()).write().number());
        } else if (value.contentType().equals(CounterDocumentCodec.CONTENT_TYPE)) {
          numbers.add(
              CounterDocumentCodec.read(value.contentType(), value.bytes()).write().number());
        }
      } catch (UnreadableDocument e) {
        // It is replaced. The number of a fence is above those of all writes before.
      }
    }
  }
}
