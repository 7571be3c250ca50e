package clickcounter.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;

import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdTotals;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.CounterView;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.Judgement;
import clickcounter.hours.HourCounts;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import clickcounter.ids.LongRanges;
import clickcounter.model.Interner;
import clickcounter.model.RecordModel;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A graph of states: the document of one ad, two copies of the task that counts, and those who
 * judge a click. What counts and merges are the real {@link AdLedger}, {@link SiblingMerge} and
 * {@link AdDocumentCodec}.
 *
 * <ul>
 *   <li>A job takes the click back, and may run again. A job of other rules takes it back as well.
 *       An appeal gives it back. Each is its own counter.
 *   <li>Events come to either copy, in any order and again and again.
 *   <li>A copy puts its document. If the other one has put meanwhile, both are siblings.
 * </ul>
 *
 * <p>The rest is a drawing: calls are atomic, and what a counter has recorded is confirmed at once:
 * that a quorum has it is what {@link ProtocolModel} is about. One author judges at a time, and
 * reads all verdicts before.
 */
final class VerdictModel extends RecordModel<VerdictModel.State> {
  private static final String AD = "m";
  private static final long HOUR = 400_000;
  private static final int MOST_IDS = 10;

  /** How verdicts are made and counted. */
  enum Variant {
    RIGHT,
    /** A topology that does not know verdicts takes them for clicks. */
    CHARGES_VERDICTS,
    /** What would bring the clicks below zero is dropped. */
    STOPS_AT_ZERO,
    /** A document says zero where its clicks are below. */
    WRITES_ZERO_FOR_LESS,
    /** A verdict changes the hour of its click, which was published long ago. */
    COUNTS_IN_THE_HOUR_OF_THE_CLICK,
    /** What a sibling lists of a verdict is its cost alone. */
    MERGES_VERDICTS_AS_CLICKS,
    /** A job that runs again numbers its verdicts anew. */
    NUMBERS_ANEW,
    /** A job does not look whether the click is taken back already. */
    DOES_NOT_LOOK
  }

  /** What there is besides the click and its verdicts. */
  enum Life {
    NOTHING_ELSE,
    /** A later click brings the judged one to the last hour that is kept, the verdict within. */
    LAST_HOUR,
    /** The same, behind that hour: the verdict is in the last one. */
    BEHIND_THE_HOURS,
    /** A filtered click of the same hour. */
    FILTERED;

    private AdEvent other() {
      return switch (this) {
        case NOTHING_ELSE -> null;
        case LAST_HOUR -> click("h-1", 1, HOUR + RecentHours.WINDOW - 1, 7);
        case BEHIND_THE_HOURS -> click("h-1", 1, HOUR + RecentHours.WINDOW, 7);
        case FILTERED ->
            new AdEvent(
                "h-1",
                1,
                EventKind.FILTERED_BOTS,
                AD,
                Hours.startMs(HOUR),
                0,
                Judgement.ofFilter("bots@1"));
      };
    }
  }

  private static final int CLICK = 0;
  private static final int TAKEN_BACK = 1;

  /** By other rules, or by the same ones if they number anew. */
  private static final int TAKEN_BACK_AGAIN = 2;

  private static final int GIVEN_BACK = 3;
  private static final int OTHER = 4;
  private static final List<Integer> ONE = List.of(TAKEN_BACK);
  private static final List<Integer> BOTH = List.of(TAKEN_BACK, TAKEN_BACK_AGAIN);

  private static AdEvent click(String counterId, long sequence, long hour, long costMicros) {
    return new AdEvent(counterId, sequence, EventKind.CLICK, AD, Hours.startMs(hour), costMicros);
  }

  private AdEvent verdict(String counterId, long sequence, EventKind kind) {
    long hour = kind == EventKind.INVALIDATION ? HOUR + 1 : HOUR + 2;
    Judgement judgement = new Judgement("repeat@1", "h-1:0", "ivt");
    return new AdEvent(counterId, sequence, kind, AD, Hours.startMs(hour), 60, judgement);
  }

  /**
   * A task's copy.
   *
   * @param ledger its number
   * @param stale whether the other task has put since it has read or put
   */
  record Copy(int ledger, boolean stale) {}

  /**
   * @param values the siblings
   * @param first null if the task has no copy
   * @param made the events that there are, a bit for each
   * @param marked those that their counters have recorded
   * @param puts how many began
   */
  @RecordBuilder
  record State(List<String> values, Copy first, Copy second, int made, int marked, int puts)
      implements VerdictModelStateBuilder.With {
    State with(boolean ofFirst, Copy copy) {
      return ofFirst ? withFirst(copy) : withSecond(copy);
    }

    /** Which of its two copies is the first one makes no difference: only one order is visited. */
    State canonical() {
      return order(first) <= order(second) ? this : withFirst(second).withSecond(first);
    }

    private static int order(Copy copy) {
      return copy == null ? -1 : 2 * copy.ledger + (copy.stale ? 1 : 0);
    }

    State outdated(boolean ofFirst) {
      Copy copy = ofFirst ? first : second;
      return copy == null ? this : with(ofFirst, new Copy(copy.ledger, true));
    }
  }

  private final Variant variant;

  /** Whether the first verdict is the only one: there are other events, and enough states. */
  private final boolean hasOneVerdict;

  private final int mostPuts;
  private final List<AdEvent> events = new ArrayList<>();
  private final Interner<AdLedger> ledgers = new Interner<>(AdLedger::toString);
  private final Map<List<Object>, Object> known = new HashMap<>();

  VerdictModel(Variant variant, Life life, int mostPuts) {
    super(State.class);
    this.variant = variant;
    this.mostPuts = mostPuts;
    this.hasOneVerdict = life != Life.NOTHING_ELSE;
    events.add(click("h-1", 0, HOUR, 60));
    events.add(verdict("ivt-1", 0, EventKind.INVALIDATION));
    boolean anew = variant == Variant.NUMBERS_ANEW;
    events.add(verdict(anew ? "ivt-1" : "ivt-2", anew ? 1 : 0, EventKind.INVALIDATION));
    events.add(verdict("ops-1", 0, EventKind.REINSTATEMENT));
    if (life.other() != null) {
      events.add(life.other());
    }
  }

  private static boolean has(int set, int event) {
    return (set & 1 << event) != 0;
  }

  @Override
  protected State first() {
    int made = events.size() > OTHER ? 1 << CLICK | 1 << OTHER : 1 << CLICK;
    return new State(List.of(), null, null, made, 0, 0);
  }

  @Override
  protected void next(State s, Consumer<State> next) {
    judge(s, next);
    count(s, true, after -> next.accept(after.canonical()));
    count(s, false, after -> next.accept(after.canonical()));
  }

  /* Those who judge. */

  private static int inForce(int made) {
    return (has(made, TAKEN_BACK) ? 1 : 0)
        + (has(made, TAKEN_BACK_AGAIN) ? 1 : 0)
        - (has(made, GIVEN_BACK) ? 1 : 0);
  }

  private void judge(State s, Consumer<State> next) {
    boolean looks = variant != Variant.NUMBERS_ANEW && variant != Variant.DOES_NOT_LOOK;
    if (hasOneVerdict && has(s.made, TAKEN_BACK)) {
      return;
    }
    for (int verdict : hasOneVerdict ? ONE : BOTH) {
      if (!has(s.made, verdict) && (!looks || inForce(s.made) == 0)) {
        next.accept(s.withMade(s.made | 1 << verdict));
      }
    }
    if (inForce(s.made) == 1 && !has(s.made, GIVEN_BACK)) {
      next.accept(s.withMade(s.made | 1 << GIVEN_BACK));
    }
  }

  /* The tasks. */

  private void count(State s, boolean ofFirst, Consumer<State> next) {
    Copy copy = ofFirst ? s.first : s.second;
    if (copy == null) {
      int read = once(() -> load(s.values, s.marked), "load", s.values, s.marked);
      next.accept(s.with(ofFirst, new Copy(read, false)));
      return;
    }
    next.accept(s.with(ofFirst, null));
    for (int event = 0; event < events.size(); event++) {
      if (has(s.made, event)) {
        offer(s, ofFirst, copy, event, next);
      }
    }
    if (ledgers.value(copy.ledger).needsPut() && s.puts < mostPuts) {
      put(s, ofFirst, copy, next);
    }
    int marked = s.marked | durable(copy.ledger);
    if (marked != s.marked) {
      next.accept(s.withMarked(marked));
    }
    int forgot = once(() -> forget(copy.ledger, s.marked), "forget", copy.ledger, s.marked);
    if (forgot != copy.ledger) {
      next.accept(s.with(ofFirst, new Copy(forgot, copy.stale)));
    }
  }

  private int load(List<String> values, int marked) {
    return ledgers.id(
        values.isEmpty()
            ? AdLedger.absent(AD, MOST_IDS)
            : AdLedger.of(merged(values, marked), MOST_IDS));
  }

  private SiblingMerge.Merged merged(List<String> values, int marked) {
    boolean losesKinds = variant == Variant.MERGES_VERDICTS_AS_CLICKS && values.size() > 1;
    List<AdDocument> siblings =
        values.stream()
            .map(value -> losesKinds ? value.replaceAll("([0-9])[xr]60", "$1c60") : value)
            .map(VerdictModel::read)
            .toList();
    return (SiblingMerge.Merged) SiblingMerge.merge(siblings, id -> view(id, marked));
  }

  private static AdDocument read(String text) {
    try {
      return AdDocumentCodec.read(AdDocumentCodec.CONTENT_TYPE, text.getBytes(UTF_8));
    } catch (UnreadableDocument e) {
      throw new AssertionError(text, e);
    }
  }

  /** The document of a counter that has recorded these events, confirmed. */
  private CounterView view(String counterId, int marked) {
    return once(
        () -> {
          LongRanges ids = new LongRanges();
          for (int event = 0; event < events.size(); event++) {
            if (has(marked, event) && events.get(event).counterId().equals(counterId)) {
              ids.add(events.get(event).sequence());
            }
          }
          if (ids.isEmpty()) {
            return CounterView.EMPTY;
          }
          CounterLedger<Object> ledger = CounterLedger.absent(counterId);
          ledger.mark(ids, 0, 0, null);
          ledger.beginPut("c1");
          ledger.putSucceeded(waiter -> {});
          byte[] bytes = ledger.beginPut("c2");
          try {
            return CounterDocumentCodec.read(CounterDocumentCodec.CONTENT_TYPE, bytes);
          } catch (UnreadableDocument e) {
            throw new AssertionError(e);
          }
        },
        "view",
        counterId,
        marked);
  }

  private void offer(State s, boolean ofFirst, Copy copy, int event, Consumer<State> next) {
    boolean drops =
        variant == Variant.STOPS_AT_ZERO
            && events.get(event).kind() == EventKind.INVALIDATION
            && ledgers.value(copy.ledger).totals().clicks() == 0;
    if (drops) {
      next.accept(s.withMarked(s.marked | 1 << event));
      return;
    }
    int after =
        once(() -> offered(copy.ledger, event, s.marked), "offer", copy.ledger, event, s.marked);
    if (after != copy.ledger) {
      next.accept(s.with(ofFirst, new Copy(after, copy.stale)));
    }
  }

  private int offered(int ledger, int index, int marked) {
    AdEvent event = events.get(index);
    if (variant == Variant.CHARGES_VERDICTS && event.kind().isVerdict()) {
      event = click(event.counterId(), event.sequence(), HOUR, event.amountMicros());
    }
    if (variant == Variant.COUNTS_IN_THE_HOUR_OF_THE_CLICK && event.kind().isVerdict()) {
      event =
          new AdEvent(
              event.counterId(),
              event.sequence(),
              event.kind(),
              AD,
              Hours.startMs(HOUR),
              event.amountMicros(),
              event.judgement());
    }
    AdLedger copy = ledgers.value(ledger).copy();
    copy.offer(event, view(event.counterId(), marked), AdLedger.NOBODY);
    return ledgers.id(copy);
  }

  private record Put(int succeeded, String value) {}

  private void put(State s, boolean ofFirst, Copy copy, Consumer<State> next) {
    Put put = once(() -> put(copy.ledger, s.puts), "put", copy.ledger, s.puts);
    List<String> values =
        copy.stale
            ? Stream.concat(s.values.stream(), Stream.of(put.value)).toList()
            : List.of(put.value);
    State stored = s.withValues(values).withPuts(s.puts + 1).outdated(!ofFirst);
    next.accept(stored.with(ofFirst, null)); // the answer is lost, or shows siblings
    if (!copy.stale) {
      next.accept(stored.with(ofFirst, new Copy(put.succeeded, false)));
    }
  }

  private Put put(int ledger, int puts) {
    AdLedger copy = ledgers.value(ledger).copy();
    String value = new String(copy.beginPut("w" + puts, new PutBuffers()), UTF_8);
    if (variant == Variant.WRITES_ZERO_FOR_LESS) {
      value = value.replace("\"clicks\":-1,", "\"clicks\":0,");
    }
    copy.putSucceeded((waiter, repeated) -> {});
    return new Put(ledgers.id(copy), value);
  }

  private int durable(int ledger) {
    return once(
        () -> {
          int[] found = {0};
          ledgers
              .value(ledger)
              .unsettled()
              .forEachDurable((counterId, ids) -> found[0] |= events(counterId, ids));
          return found[0];
        },
        "durable",
        ledger);
  }

  private int events(String counterId, LongRanges ids) {
    int found = 0;
    for (int event = 0; event < events.size(); event++) {
      AdEvent of = events.get(event);
      found |= of.counterId().equals(counterId) && ids.contains(of.sequence()) ? 1 << event : 0;
    }
    return found;
  }

  private int forget(int ledger, int marked) {
    AdLedger copy = ledgers.value(ledger).copy();
    copy.forgetSettled(id -> view(id, marked));
    return ledgers.id(copy);
  }

  @SuppressWarnings("unchecked")
  private <T> T once(Supplier<T> answer, Object... question) {
    List<Object> key = List.of(question);
    Object found = known.get(key);
    if (found == null) {
      found = answer.get();
      known.put(key, found);
    }
    return (T) found;
  }

  /* What has to hold. */

  @Override
  protected String faultOf(State s) {
    if (inForce(s.made) < 0 || inForce(s.made) > 1) {
      return inForce(s.made) + " verdicts are in force";
    }
    return s.values.isEmpty()
        ? null
        : once(() -> faultOf(s.values, s.marked), "fault", s.values, s.marked).text;
  }

  private record Fault(String text) {}

  private Fault faultOf(List<String> values, int marked) {
    SiblingMerge.Merged merged = merged(values, marked);
    int counted = marked;
    for (int event = 0; event < events.size(); event++) {
      AdEvent of = events.get(event);
      boolean listed =
          merged.main().isUnsettled(of.counterId(), of.sequence())
              || merged.addedByOthers().containsKey(of.counterId())
                  && merged.addedByOthers().get(of.counterId()).contains(of.sequence());
      counted |= listed ? 1 << event : 0;
    }
    return new Fault(faultOf(counted, merged.totals(), merged.hours()));
  }

  /**
   * Compares with what these events come to, by sums of the model's own. These may be below zero,
   * or take the click back twice, while others of its verdicts have not come.
   */
  private String faultOf(int counted, AdTotals totals, RecentHours hours) {
    long taken = inForce(counted);
    long clicks = -taken;
    long costMicros = -60 * taken;
    SortedMap<Long, HourCounts> expected = new TreeMap<>();
    for (int event = 0; event < events.size(); event++) {
      if (!has(counted, event)) {
        continue;
      }
      AdEvent of = events.get(event);
      boolean isClick = of.kind() == EventKind.CLICK;
      clicks += isClick ? 1 : 0;
      costMicros += isClick ? of.amountMicros() : 0;
      expected.merge(
          Hours.of(of.timestampMs()),
          HourCounts.of(of.kind(), of.amountMicros()),
          HourCounts::plus);
    }
    if (!expected.isEmpty()) {
      expected.headMap(expected.lastKey() - RecentHours.WINDOW + 1).clear();
    }
    long filtered = events.size() > OTHER && has(counted, OTHER) ? grossOfOther() : 0;
    boolean right =
        totals.clicks() == clicks
            && totals.costMicros() == costMicros
            && totals.invalid().invalidated() == taken
            && totals.invalid().invalidatedMicros() == 60 * taken
            && totals.invalid().allFiltered() == filtered;
    if (!right) {
      return "totals " + totals + ", events " + Integer.toBinaryString(counted);
    }
    if (!hours.counts().equals(expected)) {
      return "hours " + hours.counts() + ", expected " + expected;
    }
    return null;
  }

  private long grossOfOther() {
    return events.get(OTHER).kind().isFiltered() ? 1 : 0;
  }
}
