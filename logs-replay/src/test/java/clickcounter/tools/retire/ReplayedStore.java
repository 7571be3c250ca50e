package clickcounter.tools.retire;

import static java.nio.charset.StandardCharsets.UTF_8;

import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The store as one who uses it meets it, in a model: so many of its calls were answered, and what
 * it does then is its next call. So real code is run step by step, from its beginning for each.
 */
final class ReplayedStore implements DocumentStore {
  /** A stored value that can be compared. */
  record Value(String contentType, String text) {
    StoredValue stored() {
      return new StoredValue(contentType, text.getBytes(UTF_8));
    }
  }

  /**
   * A document with its siblings. A put or deletion that names another version leaves them. A put
   * of what is there makes no new version, so that one who repeats it makes no new states.
   */
  record Doc(List<Value> values, int version) {
    Doc put(Value value, int context) {
      if (context == version && values.equals(List.of(value))) {
        return this;
      }
      return context == version
          ? new Doc(List.of(value), version + 1)
          : new Doc(
              Stream.concat(values.stream(), Stream.of(value)).distinct().toList(), version + 1);
    }

    Doc delete(int context) {
      return context == version ? new Doc(List.of(), version + 1) : this;
    }
  }

  enum Kind {
    FETCH,
    PUT,
    DELETE
  }

  /** A call of the store. */
  record Call(Kind kind, DocumentKey key, Value value, int context) {
    /** The document after it. */
    Doc on(Doc doc) {
      return switch (kind) {
        case FETCH -> doc;
        case PUT -> doc.put(value, context);
        case DELETE -> doc.delete(context);
      };
    }
  }

  /** Ends one who waits for an answer that is not there yet. */
  private static final class NotAnswered extends Error {
    private static final long serialVersionUID = 1;
  }

  private final Iterator<Doc> answers;
  private final boolean waits;
  private final Set<DocumentKey> absent = new HashSet<>();
  private Call call;

  private ReplayedStore(List<Doc> answers, boolean waits) {
    this.answers = answers.iterator();
    this.waits = waits;
  }

  /** For one who waits for each answer. */
  static ReplayedStore forTools(List<Doc> answers) {
    return new ReplayedStore(answers, true);
  }

  /** For one who goes on meanwhile. */
  static ReplayedStore forTasks(List<Doc> answers) {
    return new ReplayedStore(answers, false);
  }

  /** From now on this document is not there, whoever asks. */
  void answersAbsent(DocumentKey key) {
    absent.add(key);
  }

  /** The call of this user that is not answered yet; null if it has ended. */
  Call callOf(Runnable user) {
    try {
      user.run();
    } catch (NotAnswered e) {
      // as every tool that waits
    }
    return call;
  }

  private static int version(StoreContext context) {
    return context.isNone() ? 0 : Integer.parseInt(new String(context.bytes(), UTF_8));
  }

  private static StoreContext context(Doc doc) {
    return doc.version() == 0
        ? StoreContext.NONE
        : new StoreContext(Integer.toString(doc.version()).getBytes(UTF_8));
  }

  /** Answers the call, if it is one of those that were answered. */
  private void call(Call next, Consumer<Doc> receiver) {
    if (answers.hasNext()) {
      receiver.accept(answers.next());
      return;
    }
    if (call != null) {
      throw new AssertionError("two calls at once: " + call + ", " + next);
    }
    call = next;
    if (waits) {
      throw new NotAnswered();
    }
  }

  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    if (isAbsent(key)) {
      answer.accept(new Fetched.Absent(StoreContext.NONE));
      return;
    }
    call(
        new Call(Kind.FETCH, key, null, 0),
        doc ->
            answer.accept(
                doc.values().isEmpty()
                    ? new Fetched.Absent(context(doc))
                    : new Fetched.Found(
                        doc.values().stream().map(Value::stored).toList(), context(doc))));
  }

  private boolean isAbsent(DocumentKey key) {
    return key.bucket().equals(DocumentKey.DIRECTORY) || absent.contains(key);
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    if (isAbsent(key)) {
      answer.accept(new Stored.Single(StoreContext.NONE));
      return;
    }
    Value comparable = new Value(value.contentType(), new String(value.bytes(), UTF_8));
    call(
        new Call(Kind.PUT, key, comparable, version(context)),
        doc ->
            answer.accept(
                doc.values().size() == 1
                    ? new Stored.Single(context(doc))
                    : new Stored.Siblings(doc.values().size())));
  }

  @Override
  public void delete(DocumentKey key, StoreContext context, Consumer<String> failure) {
    call(new Call(Kind.DELETE, key, null, version(context)), doc -> failure.accept(null));
  }

  @Override
  public void close() {}
}
