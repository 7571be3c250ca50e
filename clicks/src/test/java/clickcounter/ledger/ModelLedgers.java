package clickcounter.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;

import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdTotals;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.CounterView;
import clickcounter.document.OtherFields;
import clickcounter.document.RecountBase;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.hours.HourCounts;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import clickcounter.ids.LongRanges;
import clickcounter.model.Answers;
import clickcounter.model.Interner;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The real ledgers, represented by numbers. Each step is made once, on a copy of a ledger, and its
 * result is remembered, because it depends only on the ledger and the arguments.
 *
 * <p>Event e is a click that costs 10^e micros, so the digits of an ad's costs show how often each
 * event was counted. The events are of different hours.
 */
final class ModelLedgers {
  /** Stands for no ledger: the siblings do not say what was counted. */
  static final int NO_MAIN_LINE = -1;

  /** What somebody writes by hand. */
  static final byte[] RUBBISH = "rubbish".getBytes(UTF_8);

  /** Stands for no view: none was read. */
  static final int NO_VIEW = 0;

  /** The set of views of which none was read. */
  static final int NO_VIEWS = 0;

  /** The result of offering an event. */
  record Offered(OfferResult result, int ledger) {}

  /** The result of marking an event. */
  record Marked(CounterLedger.Durability durable, int ledger) {}

  /** The result of beginning a put. */
  record Put(int ledger, int value) {}

  final ReplicaSpace<AdDocument> ads = new ReplicaSpace<>(ModelLedgers::ad);
  final ReplicaSpace<CounterDocument> counters = new ReplicaSpace<>(ModelLedgers::counter);
  private final Rules rules;
  private final ModelBounds bounds;
  private final Interner<AdLedger> adLedgers = new Interner<>(AdLedger::toString);
  private final Interner<CounterLedger<Object>> counterLedgers =
      new Interner<>(CounterLedger::toString);
  private final Interner<CounterView> views = new Interner<>(ModelLedgers::viewKey);

  /** One view of each counter, or {@link #NO_VIEW}. */
  private final Interner<List<Integer>> viewSets = new Interner<>(v -> v);

  private final Answers<Integer> viewsRead = new Answers<>();
  private final Answers<Integer> adsRead = new Answers<>();
  private final Answers<Offered> offers = new Answers<>();
  private final Answers<Integer> forgotten = new Answers<>();
  private final Answers<Integer> adPutsSucceeded = new Answers<>();
  private final Answers<Boolean> blockedAds = new Answers<>();
  private final Answers<Boolean> blockedCounters = new Answers<>();
  private final Answers<Integer> countersRead = new Answers<>();
  private final Answers<Marked> marks = new Answers<>();
  private final Answers<Integer> writtenOff = new Answers<>();
  private final Answers<Integer> closed = new Answers<>();
  private final Answers<Integer> counterPutsSucceeded = new Answers<>();
  private final Answers<Integer> changedViewSets = new Answers<>();

  /** The answers to the other questions, which are not asked as often. */
  private final Map<List<Object>, Object> known = new HashMap<>();

  ModelLedgers(Rules rules, ModelBounds bounds) {
    this.rules = rules;
    this.bounds = bounds;
    views.id(new NoView());
    viewSets.id(Collections.nCopies(bounds.counters, NO_VIEW));
  }

  /** The value of {@link #NO_VIEW}. */
  private record NoView() implements CounterView {
    @Override
    public long next() {
      throw new AssertionError("no view was read");
    }

    @Override
    public boolean seen(long sequence) {
      throw new AssertionError("no view was read");
    }

    @Override
    public boolean confirmed(long sequence) {
      throw new AssertionError("no view was read");
    }
  }

  /** Null for rubbish: nobody can read it as an ad. */
  static AdDocument ad(byte[] bytes) {
    try {
      return bytes == RUBBISH ? null : AdDocumentCodec.read(AdDocumentCodec.CONTENT_TYPE, bytes);
    } catch (UnreadableDocument e) {
      throw new AssertionError(e);
    }
  }

  /** Null for rubbish. */
  private static CounterDocument counter(byte[] bytes) {
    try {
      return bytes == RUBBISH
          ? null
          : CounterDocumentCodec.read(CounterDocumentCodec.CONTENT_TYPE, bytes);
    } catch (UnreadableDocument e) {
      throw new AssertionError(e);
    }
  }

  private static Object viewKey(CounterView view) {
    return view instanceof CounterDocument d ? d.gaps() + " " + d.unconfirmed() : view;
  }

  @SuppressWarnings("unchecked")
  private <T> T once(List<Object> question, Supplier<T> answer) {
    Object found = known.get(question);
    if (found == null) {
      found = answer.get();
      known.put(question, found);
    }
    return (T) found;
  }

  CounterView view(int view) {
    return view == NO_VIEW ? null : views.value(view);
  }

  /** The view of a reader of this replica (or merge of two) who had an older view. */
  int view(int replica, int older) {
    return viewsRead.get(
        replica,
        older,
        0,
        () -> {
          List<CounterDocument> read = counters.documents(replica);
          CounterView view = read.isEmpty() ? CounterView.EMPTY : CounterViews.union(read);
          return views.id(newer(view, view(older)));
        });
  }

  private static CounterView newer(CounterView read, CounterView older) {
    if (older == null || older == CounterView.EMPTY) {
      return read;
    }
    return read == CounterView.EMPTY
        ? older
        : CounterViews.union(List.of((CounterDocument) older, (CounterDocument) read));
  }

  /** These views after one counter's was read again from this replica. */
  int withView(int viewSet, int counter, int replica) {
    return changedViewSets.get(
        viewSet,
        counter,
        replica,
        () -> {
          List<Integer> changed = new ArrayList<>(viewSets.value(viewSet));
          changed.set(counter, view(replica, changed.get(counter)));
          return viewSets.id(changed);
        });
  }

  /** The view of an event's counter; null when none was read. */
  CounterView viewOf(int event, int viewSet) {
    return view(viewSets.value(viewSet).get(bounds.counterOf(event)).intValue());
  }

  boolean hasView(int viewSet, int counter) {
    return viewSets.value(viewSet).get(counter) != NO_VIEW;
  }

  boolean hasAllViews(int viewSet) {
    return !viewSets.value(viewSet).contains(NO_VIEW);
  }

  private CounterView view(int viewSet, String counterId) {
    for (int counter = 0; counter < bounds.counters; counter++) {
      if (counterId(counter).equals(counterId)) {
        return view(viewSets.value(viewSet).get(counter).intValue());
      }
    }
    throw new AssertionError("no counter " + counterId);
  }

  private static String adId(int ad) {
    return "m" + ad;
  }

  private static String counterId(int counter) {
    return "h" + counter;
  }

  /** The ledger of a writer who reads this replica of an ad, then the views. */
  int adLedger(int ad, int replica, int viewSet) {
    return adsRead.get(ad, replica, viewSet, () -> readAd(ad, ads.documents(replica), viewSet));
  }

  private int readAd(int ad, List<AdDocument> siblings, int viewSet) {
    if (siblings.isEmpty()) {
      return adLedgers.id(AdLedger.absent(adId(ad), bounds.maxUnsettledIds));
    }
    SiblingMerge merge = rules.merge(siblings, counter -> view(viewSet, counter));
    return merge instanceof SiblingMerge.Merged merged
        ? adLedgers.id(AdLedger.of(merged, bounds.maxUnsettledIds))
        : NO_MAIN_LINE;
  }

  AdLedger adLedger(int ledger) {
    return adLedgers.value(ledger);
  }

  Offered offer(int ledger, int event, int viewSet) {
    return offers.get(
        ledger,
        event,
        viewSet,
        () -> {
          AdLedger copy = adLedger(ledger).copy();
          OfferResult result =
              rules.offer(copy, event(event), rules.viewForOffer(viewOf(event, viewSet)));
          return new Offered(result, adLedgers.id(copy));
        });
  }

  private AdEvent event(int event) {
    return new AdEvent(
        counterId(bounds.counterOf(event)),
        bounds.sequenceOf(event),
        EventKind.CLICK,
        adId(bounds.adOf(event)),
        Hours.startMs(hourOf(event)),
        costMicros(event));
  }

  private long hourOf(int event) {
    return bounds.hours.get(event);
  }

  /** The hours of an ad that counts these events, a bit for each. */
  SortedMap<Long, HourCounts> hoursOf(int events) {
    SortedMap<Long, HourCounts> hours = new TreeMap<>();
    for (int event = 0; event < bounds.events; event++) {
      if ((events & 1 << event) != 0) {
        hours.put(hourOf(event), new HourCounts(0, 1, costMicros(event)));
      }
    }
    if (!hours.isEmpty()) {
      hours.headMap(hours.lastKey() - RecentHours.WINDOW + 1).clear();
    }
    return hours;
  }

  SortedMap<Long, HourCounts> hours(int ledger) {
    return adLedger(ledger).hours().counts();
  }

  boolean isUnsettled(int ledger, int event) {
    return adLedger(ledger).isUnsettled(event(event));
  }

  private static long costMicros(int event) {
    return Math.round(Math.pow(10, event));
  }

  /** The ledger after settled ids were removed; the same one if there are none. */
  int forget(int ledger, int viewSet) {
    return forgotten.get(
        ledger,
        viewSet,
        0,
        () -> {
          AdLedger copy = adLedger(ledger).copy();
          int forgotten = rules.forgetSettled(copy, counter -> view(viewSet, counter));
          return forgotten > 0 ? adLedgers.id(copy) : ledger;
        });
  }

  Put beginAdPut(int ledger, int dot, String writeId) {
    return once(
        List.of("put", ledger, dot, writeId),
        () -> {
          AdLedger copy = adLedger(ledger).copy();
          byte[] bytes = rules.beginPut(copy, writeId);
          return new Put(adLedgers.id(copy), ads.value(dot, bytes));
        });
  }

  int adPutSucceeded(int ledger) {
    return adPutsSucceeded.get(
        ledger,
        0,
        0,
        () -> {
          AdLedger copy = adLedger(ledger).copy();
          copy.putSucceeded((waiter, repeated) -> {});
          return adLedgers.id(copy);
        });
  }

  /** Whether nobody can read this ad's document. */
  boolean isBlocked(int replica) {
    return blockedAds.get(
        replica, 0, 0, () -> ads.documents(replica).stream().anyMatch(Objects::isNull));
  }

  /** Whether nobody can read this counter's document. */
  boolean isCounterBlocked(int replica) {
    return blockedCounters.get(
        replica, 0, 0, () -> counters.documents(replica).stream().anyMatch(Objects::isNull));
  }

  private Stream<AdDocument> readable(int replica) {
    return ads.documents(replica).stream().filter(Objects::nonNull);
  }

  /** The numbers of the writes that can be read. */
  List<Long> numbers(int replica) {
    return readable(replica).map(document -> document.write().number()).toList();
  }

  /** Whether one of the documents that can be read has a base above this number. */
  boolean isBased(int replica, long number) {
    return readable(replica).anyMatch(document -> document.write().storedNumber() > number);
  }

  /**
   * The events that are unsettled in one of the documents, a bit for each. What cannot be read may
   * list any.
   */
  int listed(int replica) {
    if (isBlocked(replica)) {
      return (1 << bounds.events) - 1;
    }
    int events = 0;
    for (int event = 0; event < bounds.events; event++) {
      AdEvent of = event(event);
      boolean isListed =
          readable(replica).anyMatch(ad -> ad.isUnsettled(of.counterId(), of.sequence()));
      events |= isListed ? 1 << event : 0;
    }
    return events;
  }

  /**
   * The document of ad 0, built anew from all its events in an order that is not that of their
   * hours.
   *
   * @param recorded if there are no views: the events that counter 0 will record, a bit for each
   * @param listed as unsettled, a bit for each
   */
  int recounted(int recorded, int listed, int viewSet, RecountBase base, int dot) {
    return once(
        List.of("recount", recorded, listed, viewSet, base, dot),
        () -> {
          RecountedAd ad =
              new RecountedAd(adId(0), new AdTotals(), new RecentHours(), base, OtherFields.NONE);
          for (int event = bounds.events - 1; event >= 0; event--) {
            if (bounds.adOf(event) == 0) {
              CounterView view =
                  viewSet == NO_VIEWS ? new Recorded(has(recorded, event)) : viewOf(event, viewSet);
              rules.recount(ad, event(event), view, has(listed, event));
            }
          }
          return ads.value(dot, ad.document("r" + dot, new PutBuffers()));
        });
  }

  private static boolean has(int events, int event) {
    return (events & 1 << event) != 0;
  }

  /** Whether an event will be recorded, and confirmed. */
  private record Recorded(boolean isRecorded) implements CounterView {
    @Override
    public long next() {
      throw new AssertionError("nobody asks");
    }

    @Override
    public boolean seen(long sequence) {
      return isRecorded;
    }

    @Override
    public boolean confirmed(long sequence) {
      return isRecorded;
    }
  }

  /** The document of counter 0, which has recorded these events. */
  int recountedCounter(int recorded, RecountBase base, int dot) {
    return once(
        List.of("recount counter", recorded, base, dot),
        () -> {
          CounterLedger<Object> ledger =
              CounterLedger.recounted(counterId(0), base, OtherFields.NONE);
          LongRanges ids = new LongRanges();
          for (int event = 0; event < bounds.events; event++) {
            if (has(recorded, event) && bounds.counterOf(event) == 0) {
              ids.add(bounds.sequenceOf(event));
            }
          }
          ledger.mark(ids, 0, 0, null);
          ledger.beginPut(base.id()); // the second of two writes; the first one is not kept
          ledger.putSucceeded(waiter -> {});
          return counters.value(dot, ledger.beginPut("rc" + dot));
        });
  }

  /** The ledger of a writer who reads this replica of a counter. */
  int counterLedger(int counter, int replica) {
    return countersRead.get(
        counter,
        replica,
        0,
        () -> {
          List<CounterDocument> siblings = counters.documents(replica);
          return counterLedgers.id(
              siblings.isEmpty()
                  ? CounterLedger.absent(counterId(counter))
                  : CounterLedger.of(siblings));
        });
  }

  Marked mark(int ledger, int event) {
    return marks.get(
        ledger,
        event,
        0,
        () -> {
          CounterLedger<Object> copy = counterLedgers.value(ledger).copy();
          CounterLedger.Durability durable =
              copy.mark(LongRanges.of(bounds.sequenceOf(event)), 0, 0, null);
          return new Marked(durable, counterLedgers.id(copy));
        });
  }

  /** The ledger after this event was written off. */
  int writeOff(int ledger, int event) {
    return writtenOff.get(
        ledger,
        event,
        0,
        () -> {
          CounterLedger<Object> copy = counterLedgers.value(ledger).copy();
          rules.writeOff(copy, bounds.sequenceOf(event));
          return counterLedgers.id(copy);
        });
  }

  /** The ledger after an operator closed the counter behind this event. */
  int close(int ledger, int event) {
    return closed.get(
        ledger,
        event,
        0,
        () -> {
          CounterLedger<Object> copy = counterLedgers.value(ledger).copy();
          rules.close(copy, bounds.sequenceOf(event));
          return counterLedgers.id(copy);
        });
  }

  boolean needsCounterPut(int ledger) {
    CounterLedger<Object> l = counterLedgers.value(ledger);
    return l.needsPut() || l.needsConfirmation();
  }

  Put beginCounterPut(int ledger, int dot, String writeId) {
    return once(
        List.of("put counter", ledger, dot, writeId),
        () -> {
          CounterLedger<Object> copy = counterLedgers.value(ledger).copy();
          byte[] bytes = copy.beginPut(writeId);
          return new Put(counterLedgers.id(copy), counters.value(dot, bytes));
        });
  }

  int counterPutSucceeded(int ledger) {
    return counterPutsSucceeded.get(
        ledger,
        0,
        0,
        () -> {
          CounterLedger<Object> copy = counterLedgers.value(ledger).copy();
          copy.putSucceeded(waiter -> {});
          return counterLedgers.id(copy);
        });
  }

  /** How often these costs contain an event. */
  static long times(long costMicros, int event) {
    return costMicros / costMicros(event) % 10;
  }

  String describeAd(int ledger) {
    return ledger == NO_MAIN_LINE ? "no main line" : adLedgers.value(ledger).toString();
  }

  String describeCounter(int ledger) {
    return counterLedgers.value(ledger).toString();
  }

  String describeViews(int viewSet) {
    return viewSets.value(viewSet).stream().map(this::describeView).toList().toString();
  }

  private String describeView(int view) {
    return view == NO_VIEW
        ? "none"
        : views.value(view) instanceof CounterDocument d
            ? new String(CounterDocumentCodec.write(d), UTF_8)
            : "empty";
  }
}
