package clickcounter.tools.retire;

import static java.nio.charset.StandardCharsets.UTF_8;

import clickcounter.counting.CountersTask;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.CounterView;
import clickcounter.document.RetiredDocument;
import clickcounter.document.RetiredDocument.Retired;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.CounterEvent;
import clickcounter.event.EventKind;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.Ending;
import clickcounter.ids.LongRanges;
import clickcounter.ledger.AdLedger;
import clickcounter.ledger.CounterLedger;
import clickcounter.ledger.CounterViews;
import clickcounter.ledger.OfferResult;
import clickcounter.ledger.PutBuffers;
import clickcounter.ledger.SiblingMerge;
import clickcounter.model.RecordModel;
import clickcounter.reading.CounterFetch;
import clickcounter.reading.ReadMetrics;
import clickcounter.reading.RetiredCounters;
import clickcounter.store.DocumentKey;
import clickcounter.tools.documents.Waits;
import clickcounter.tools.retire.ReplayedStore.Call;
import clickcounter.tools.retire.ReplayedStore.Doc;
import clickcounter.wire.Marks;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A graph of states: the documents of one counter, and those who use them. These are the real
 * {@link Retirement}, {@link CounterFetch} and {@link CountersTask}: each call of the store is a
 * step, see {@link ReplayedStore}. They stop anywhere and begin again.
 *
 * <ul>
 *   <li>The retirement, again and again.
 *   <li>An ads bolt that gets the counter's event again. Its ad's document has forgotten the event,
 *       which is settled. It counts the event or not, as the real ledger decides.
 *   <li>A counters task that starts anew and gets the counter's close again. An operator's close
 *       comes for the first time, and so may marks of the event.
 *   <li>An old process that stood still before the event was recorded, and puts its copy.
 * </ul>
 *
 * <p>The rest is a drawing: one ad, one counter with one event or two and its close. Each call is
 * atomic: that a quorum has what was put is what {@code ProtocolModelTest} is about. When a day
 * passes, those who ran before it put nothing any more, and a retirement has ended. The directory
 * of counters is empty and takes every entry.
 */
final class RetirementModel extends RecordModel<RetirementModel.State> {
  private static final String COUNTER = "h-1";
  private static final DocumentKey DOCUMENT = DocumentKey.counter(COUNTER);
  private static final DocumentKey RETIRED = RetiredCounters.key(COUNTER);
  private static final Close CLOSE = new Close(COUNTER, 1, 0);
  private static final long FIRST_DAY = 1;
  private static final long LAST_DAY = 3;

  /** An operator's close, and marks that are not confirmed, are put however often they come. */
  private static final int MOST_TASKS = 3;

  /** How the steps are made. */
  enum Variant {
    RIGHT,
    /** The document is deleted before the counter is among the retired. */
    DELETES_FIRST,
    /** Who finds no document has looked among the retired before. */
    LOOKS_AMONG_RETIRED_FIRST,
    /** The counters task makes a document without looking among the retired. */
    MAKES_DOCUMENTS_UNASKED,
    /** Counters with missing events are retired, too. */
    RETIRES_WITH_GAPS,
    /** The document is deleted while old processes may live that have a copy from before. */
    DELETES_WITHOUT_A_REST,
    /** An operator's close counts the events that it jumps over. */
    CLOSE_COUNTS_WHAT_IT_JUMPS_OVER,
    /** A counter that an operator closed stays closed when an event above comes. */
    CLOSE_HOLDS_FOR_EVER,
    /**
     * Of a counter that an operator closed is said, once it is retired, that it closed properly.
     */
    RETIRED_AS_CLOSED_PROPERLY
  }

  /** The counter, and the event that is delivered. */
  enum Life {
    /** It closed. Its event 0 is counted and recorded. */
    SETTLED,
    /** It closed. Its event 0 is missing. */
    MISSING,
    /**
     * Its service crashed. Event 0 is settled; event 1 is in the archive and comes late. The
     * operator closes it as if 0 were the last.
     */
    CLOSED_TOO_EARLY,
    /** The same, and the operator closes it after event 1, as the archive says. */
    CLOSED_BEHIND_THE_ARCHIVE;

    AdEvent event() {
      return new AdEvent(COUNTER, isCrashed() ? 1 : 0, EventKind.CLICK, "m", 0, 1);
    }

    boolean isCrashed() {
      return this == CLOSED_TOO_EARLY || this == CLOSED_BEHIND_THE_ARCHIVE;
    }

    CounterEvent close() {
      long from = this == CLOSED_TOO_EARLY ? 1 : 2;
      return isCrashed()
          ? new WriteOffRequest("ops-1", 0, 0, false, COUNTER, from, Ending.NO_END, "crashed")
          : CLOSE;
    }
  }

  /** What the counters task takes. */
  enum Taken {
    CLOSE,
    MARK
  }

  /**
   * @param counter the counter's document
   * @param retired the document of retired counters
   * @param day how many days have passed
   * @param old the copy of a process that stands still; null if there is none
   * @param retirement what the store has answered to it so far; null if it does not run. So are
   * @param ads the read by the ads bolt
   * @param task the counters task
   * @param taken by the counters task
   * @param tasks how many counters tasks began, of those that put whatever they take
   * @param counted how often the event is counted
   * @param countedNow whether it was counted by the ads bolt in this search
   * @param dropped whether the ads bolt has taken it for counted
   */
  @RecordBuilder
  record State(
      Doc counter,
      Doc retired,
      long day,
      String old,
      List<Doc> retirement,
      List<Doc> ads,
      List<Doc> task,
      Taken taken,
      int tasks,
      int counted,
      boolean countedNow,
      boolean dropped)
      implements RetirementModelStateBuilder.With {
    Doc doc(DocumentKey key) {
      return key.equals(DOCUMENT) ? counter : retired;
    }

    State withDoc(DocumentKey key, Doc now) {
      return key.equals(DOCUMENT) ? withCounter(now) : withRetired(now);
    }
  }

  private final Variant variant;
  private final Life life;
  private final Map<List<Object>, Object> known = new HashMap<>();

  RetirementModel(Variant variant, Life life) {
    super(State.class);
    this.variant = variant;
    this.life = life;
  }

  /** The document of a counter that has recorded these ids and its close, confirmed. */
  private static String closed(LongRanges ids) {
    return document(ids, true);
  }

  private static String document(LongRanges ids, boolean closes) {
    CounterLedger<Object> ledger = CounterLedger.absent(COUNTER);
    ledger.mark(ids, 0, 0, null);
    if (closes) {
      ledger.close(LongRanges.of(1), 0, 0, null);
    }
    ledger.beginPut("c1");
    ledger.putSucceeded(waiter -> {});
    return new String(ledger.beginPut("c2"), UTF_8);
  }

  @Override
  protected State first() {
    String before = life.isCrashed() ? document(LongRanges.of(0), false) : closed(new LongRanges());
    boolean isSettled = life == Life.SETTLED;
    String now = isSettled ? closed(LongRanges.of(0)) : before;
    return new State(
        new Doc(List.of(value(now)), 1),
        new Doc(List.of(), 0),
        FIRST_DAY,
        before,
        null,
        null,
        null,
        null,
        0,
        isSettled ? 1 : 0,
        false,
        false);
  }

  private static ReplayedStore.Value value(String document) {
    return new ReplayedStore.Value(CounterDocumentCodec.CONTENT_TYPE, document);
  }

  @Override
  protected void next(State s, Consumer<State> next) {
    if (s.day < LAST_DAY) {
      next.accept(
          s.withDay(s.day + 1).withOld(null).withRetirement(null).withTask(null).withTaken(null));
    }
    if (s.old != null) { // its put says that it knows of no document
      next.accept(s.withCounter(s.counter.put(value(s.old), 0)).withOld(null));
    }
    retire(s, next);
    deliver(s, next);
    take(s, next);
  }

  /* The retirement. */

  private void retire(State s, Consumer<State> next) {
    if (s.retirement == null) {
      next.accept(s.withRetirement(List.of()));
      return;
    }
    next.accept(s.withRetirement(null));
    Call call = once(() -> retirement(s.retirement, s.day), "retirement", s.retirement, s.day);
    if (call != null) {
      Doc after = call.on(s.doc(call.key()));
      if (variant == Variant.RETIRED_AS_CLOSED_PROPERLY && call.kind() == ReplayedStore.Kind.PUT) {
        after = textually(after, ",0\\]", ",1]");
      }
      State called = isLeftOut(call) ? s : s.withDoc(call.key(), after);
      next.accept(called.withRetirement(plus(s.retirement, shown(call, after, s))));
    }
    if (variant == Variant.DELETES_FIRST && s.counter.values().isEmpty()) {
      next.accept(s.withRetired(s.retired.put(entry(FIRST_DAY, 0), s.retired.version())));
    }
  }

  /** Whether the retirement takes a put for made that is not. */
  private boolean isLeftOut(Call call) {
    return variant == Variant.DELETES_FIRST
        && call.kind() == ReplayedStore.Kind.PUT
        && call.key().equals(RETIRED);
  }

  /** Its next call of the store; null if it has ended. */
  private static Call retirement(List<Doc> answers, long day) {
    ReplayedStore store = ReplayedStore.forTools(answers);
    long nowMs = day * Retirement.REST.toMillis();
    return store.callOf(
        () ->
            new Retirement(store, Waits.REAL, () -> nowMs, nowMs)
                .run(List.of(COUNTER), false, () -> {}));
  }

  /** What the retirement is told: if it is broken, it is told what makes it do wrong. */
  private Doc shown(Call call, Doc doc, State s) {
    boolean isRead = call.kind() == ReplayedStore.Kind.FETCH;
    if (isRead && variant == Variant.RETIRES_WITH_GAPS && call.key().equals(DOCUMENT)) {
      return doc.values().isEmpty()
          ? doc
          : new Doc(List.of(value(closed(LongRanges.of(0)))), doc.version());
    }
    boolean seesEntry =
        variant == Variant.DELETES_FIRST
            || variant == Variant.DELETES_WITHOUT_A_REST && !doc.values().isEmpty();
    return isRead && seesEntry && call.key().equals(RETIRED) && !s.counter.values().isEmpty()
        ? new Doc(List.of(entry(0, writeNumber(s.counter))), doc.version())
        : doc;
  }

  private static ReplayedStore.Value entry(long day, long writeNumber) {
    Retired retired = new Retired(2, day * Retirement.REST.toMillis(), writeNumber, 0, true);
    byte[] bytes = new RetiredDocument(new TreeMap<>(Map.of(COUNTER, retired))).toBytes();
    return new ReplayedStore.Value(RetiredDocument.CONTENT_TYPE, new String(bytes, UTF_8));
  }

  private static long writeNumber(Doc document) {
    return read(document.values().get(0)).write().number();
  }

  /* The ads bolt. */

  /** What a read has come to: a call, or what is said of the counter. */
  private record Look(Call call, CounterView view) {}

  private void deliver(State s, Consumer<State> next) {
    if (s.countedNow) {
      return; // it is unsettled in the ad's document, which knows it
    }
    if (s.ads == null) {
      next.accept(s.withAds(List.of()));
      return;
    }
    Look look = once(() -> look(s.ads), "look", s.ads);
    if (look.call != null) {
      Doc found = s.doc(look.call.key());
      next.accept(s.withAds(plus(s.ads, found)));
    } else if (once(() -> counts(look.view), "counts", s.ads)) {
      next.accept(s.withAds(null).withCounted(s.counted + 1).withCountedNow(true));
    } else {
      next.accept(s.withAds(null).withDropped(true));
    }
  }

  private Look look(List<Doc> answers) {
    ReplayedStore store = ReplayedStore.forTasks(answers);
    CounterFetch counters = new CounterFetch(store, ReadMetrics.NONE);
    CounterView[] view = new CounterView[1];
    Runnable documentOrNothing =
        () ->
            counters.fetch(
                COUNTER,
                answer ->
                    view[0] =
                        answer.<CounterView>decide(
                            found -> found.union(),
                            () -> CounterView.EMPTY,
                            RetirementModel::unexpected,
                            RetirementModel::unexpected));
    Call call =
        store.callOf(
            () -> {
              if (variant != Variant.LOOKS_AMONG_RETIRED_FIRST) {
                documentOrNothing.run();
                return;
              }
              counters.fetchRetired(
                  COUNTER,
                  answer ->
                      answer.handle(
                          retired -> view[0] = retired.union(),
                          () -> {
                            store.answersAbsent(RETIRED);
                            documentOrNothing.run();
                          },
                          RetirementModel::unexpected,
                          RetirementModel::unexpected));
            });
    return new Look(call, view[0]);
  }

  private static <R> R unexpected(String reason) {
    throw new AssertionError(reason);
  }

  /** Whether a copy of the ad, which has forgotten its settled events, counts the event. */
  private boolean counts(CounterView view) {
    AdLedger first = AdLedger.absent("m", 10);
    byte[] bytes = first.beginPut("w1", new PutBuffers());
    try {
      var stored = AdDocumentCodec.read(AdDocumentCodec.CONTENT_TYPE, bytes);
      var merged = SiblingMerge.merge(List.of(stored), id -> view);
      AdLedger copy = AdLedger.of((SiblingMerge.Merged) merged, 10);
      return copy.offer(life.event(), view, AdLedger.NOBODY) == OfferResult.COUNTED;
    } catch (UnreadableDocument e) {
      throw new AssertionError(e);
    }
  }

  /* The counters task. */

  private void take(State s, Consumer<State> next) {
    if (s.task == null) {
      if (!life.isCrashed()) {
        next.accept(s.withTask(List.of()).withTaken(Taken.CLOSE));
      } else if (s.tasks < MOST_TASKS) {
        State begun = s.withTask(List.of()).withTasks(s.tasks + 1);
        next.accept(begun.withTaken(Taken.CLOSE));
        if (s.countedNow) {
          next.accept(begun.withTaken(Taken.MARK));
        }
      }
      return;
    }
    next.accept(s.withTask(null).withTaken(null));
    TaskStep step = once(() -> task(s.taken, s.task), "task", s.taken, s.task);
    if (step.call != null) {
      Doc after = broken(s.taken, step.call.on(s.doc(step.call.key())));
      next.accept(s.withDoc(step.call.key(), after).withTask(plus(s.task, after)));
    } else if (step.acked && s.taken == Taken.MARK) { // the ad's document may forget it
      next.accept(s.withTask(null).withTaken(null).withCountedNow(false));
    }
  }

  /**
   * What the counters task does next.
   *
   * @param call of the store; null if it is done
   */
  private record TaskStep(Call call, boolean acked) {}

  private TaskStep task(Taken taken, List<Doc> answers) {
    ReplayedStore store = ReplayedStore.forTasks(answers);
    if (variant == Variant.MAKES_DOCUMENTS_UNASKED) {
      store.answersAbsent(RETIRED);
    }
    ModelCountersTask task = new ModelCountersTask(store);
    Call call =
        store.callOf(
            () -> {
              if (taken == Taken.CLOSE) {
                task.take(life.close());
              } else {
                LongRanges id = LongRanges.of(life.event().sequence());
                task.take(new Marks(COUNTER, id, 0));
              }
            });
    return new TaskStep(call, task.acked());
  }

  /** What an operator's close puts if it is broken. */
  private Doc broken(Taken taken, Doc put) {
    if (taken == Taken.MARK || !life.isCrashed()) {
      return put;
    }
    return switch (variant) {
      case CLOSE_COUNTS_WHAT_IT_JUMPS_OVER ->
          textually(put, "\"gaps\":\\[[^\\]]*\\]", "\"gaps\":[]");
      case CLOSE_HOLDS_FOR_EVER ->
          textually(put, "\"closed\":false(.*closedByOperator)", "\"closed\":true$1");
      default -> put;
    };
  }

  private static Doc textually(Doc doc, String from, String to) {
    return new Doc(
        doc.values().stream()
            .map(v -> new ReplayedStore.Value(v.contentType(), v.text().replaceAll(from, to)))
            .toList(),
        doc.version());
  }

  private static List<Doc> plus(List<Doc> answers, Doc answer) {
    return Stream.concat(answers.stream(), Stream.of(answer)).toList();
  }

  @SuppressWarnings("unchecked")
  private <T> T once(Supplier<T> answer, Object... question) {
    List<Object> key = new ArrayList<>(List.of(question));
    if (!known.containsKey(key)) {
      known.put(key, answer.get());
    }
    return (T) known.get(key);
  }

  @Override
  protected String faultOf(State s) {
    if (s.counted > 1) {
      return "counted twice";
    }
    if (s.dropped && s.counted == 0) {
      return "taken for counted, and is not";
    }
    return life.isCrashed() && once(() -> isClosedInSpiteOf(s.counter), "closed", s.counter)
        ? "closed in spite of an event above"
        : null;
  }

  /** Whether the document says that no event comes above one that is not its last. */
  private boolean isClosedInSpiteOf(Doc doc) {
    if (doc.values().isEmpty() || life != Life.CLOSED_TOO_EARLY) {
      return false;
    }
    CounterDocument union =
        CounterViews.union(doc.values().stream().map(RetirementModel::read).toList());
    return union.seen(life.event().sequence()) && union.hasEnded();
  }

  private static CounterDocument read(ReplayedStore.Value value) {
    try {
      return CounterDocumentCodec.read(value.contentType(), value.stored().bytes());
    } catch (UnreadableDocument e) {
      throw new AssertionError(e);
    }
  }
}
