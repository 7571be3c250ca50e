package clickcounter.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.document.AdDocumentCodec;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.CounterView;
import clickcounter.document.RetiredDocument;
import clickcounter.document.RetiredDocument.Retired;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.ids.LongRanges;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Visits every order of the steps of a retirement, which may stop anywhere and begin again, of an
 * ads bolt that gets the counter's event again, of a counters bolt that starts anew and gets its
 * mark again, and of an old one that stood still before the event was recorded, and puts its copy.
 * Decisions are those of the real ledgers, and of {@link RetiredDocument}. No event is counted
 * twice, and none is taken for counted that is not. Each broken variant is found.
 *
 * <p>One ad, one counter with one event and its close. The ad's document has forgotten the event,
 * which is settled. Each step is atomic: that a quorum has what was put is what {@link
 * ProtocolModelTest} is about.
 */
class RetirementModelTest {
  private static final String COUNTER = "h-1";
  private static final AdEvent EVENT = new AdEvent(COUNTER, 0, EventKind.CLICK, "m", 0, 1);

  /** How the steps are made. */
  private enum Variant {
    RIGHT(false),
    /** The document is deleted before the counter is among the retired. */
    DELETES_FIRST(true),
    /** Who finds no document has looked among the retired before. */
    LOOKS_AMONG_RETIRED_FIRST(true),
    /** The counters bolt makes a document without looking among the retired. */
    MAKES_DOCUMENTS_UNASKED(true),
    /** Counters with missing events are retired, too. */
    RETIRES_WITH_GAPS(true),
    /** The document is deleted while old processes may live that have a copy from before. */
    DELETES_WITHOUT_A_REST(true);

    private final boolean broken;

    Variant(boolean broken) {
      this.broken = broken;
    }
  }

  /** How far somebody has come who reads the counter. */
  private enum Look {
    NOTHING,
    /** Found no document. */
    NO_DOCUMENT,
    /** If the order is wrong: is not among the retired. */
    NOT_RETIRED
  }

  /**
   * @param document the counter's document as text; null if it is deleted
   * @param retired whether the counter is among the retired
   * @param rested whether a day has passed since then
   * @param old the copy of a process that stands still; null if there is none
   * @param ads what the ads bolt knows
   * @param counters what the counters bolt knows
   * @param counted how often the event is counted
   * @param countedNow whether it was counted by the ads bolt in this search
   * @param dropped whether the ads bolt has taken it for counted
   */
  private record State(
      String document,
      boolean retired,
      boolean rested,
      String old,
      Look ads,
      Look counters,
      int counted,
      boolean countedNow,
      boolean dropped) {
    State withDocument(String now) {
      return new State(now, retired, rested, old, ads, counters, counted, countedNow, dropped);
    }

    State withRetired() {
      return new State(document, true, false, old, ads, counters, counted, countedNow, dropped);
    }

    /** A day later no process has a copy from before. */
    State withRest() {
      return new State(document, retired, true, null, ads, counters, counted, countedNow, dropped);
    }

    State withOld(String now) {
      return new State(document, retired, rested, now, ads, counters, counted, countedNow, dropped);
    }

    State withAds(Look now) {
      return new State(document, retired, rested, old, now, counters, counted, countedNow, dropped);
    }

    State withCounters(Look now) {
      return new State(document, retired, rested, old, ads, now, counted, countedNow, dropped);
    }

    State decided(boolean counts) {
      return new State(
          document,
          retired,
          rested,
          old,
          Look.NOTHING,
          counters,
          counted + (counts ? 1 : 0),
          countedNow || counts,
          dropped || !counts);
    }

    String fault() {
      return counted > 1
          ? "counted twice"
          : dropped && counted == 0 ? "taken for counted, and is not" : null;
    }
  }

  private static CounterDocument read(String text) {
    try {
      return CounterDocumentCodec.read(CounterDocumentCodec.CONTENT_TYPE, text.getBytes());
    } catch (UnreadableDocument e) {
      throw new AssertionError(e);
    }
  }

  /** The document of a counter that has recorded these ids, confirmed. */
  private static String document(LongRanges ids) {
    CounterLedger<Object> ledger = CounterLedger.absent(COUNTER);
    ledger.mark(ids, 0, 0, null);
    ledger.close(LongRanges.of(1), 0, 0, null);
    ledger.beginPut("c1");
    ledger.putSucceeded(waiter -> {});
    return new String(ledger.beginPut("c2"));
  }

  private static CounterView retiredView() {
    return new RetiredDocument(new TreeMap<>(Map.of(COUNTER, new Retired(2, 0, 1))))
        .document(COUNTER);
  }

  /** Whether a copy of the ad, which has forgotten its settled events, counts the event. */
  private static boolean counts(CounterView view) {
    AdLedger first = AdLedger.absent("m", 10);
    byte[] bytes = first.beginPut("w1", new PutBuffers());
    try {
      var stored = AdDocumentCodec.read(AdDocumentCodec.CONTENT_TYPE, bytes);
      var merged = SiblingMerge.merge(List.of(stored), id -> view);
      AdLedger copy = AdLedger.of((SiblingMerge.Merged) merged, 10);
      return copy.offer(EVENT, view, AdLedger.NOBODY) == OfferResult.COUNTED;
    } catch (UnreadableDocument e) {
      throw new AssertionError(e);
    }
  }

  private static List<State> next(State s, Variant variant) {
    List<State> next = new ArrayList<>();
    retire(s, variant, next);
    wake(s, next);
    deliver(s, variant, next);
    mark(s, variant, next);
    return next;
  }

  private static void retire(State s, Variant variant, List<State> next) {
    if (s.retired() && !s.rested()) {
      next.add(s.withRest());
    }
    if (s.document() == null) {
      if (!s.retired() && variant == Variant.DELETES_FIRST) {
        next.add(s.withRetired());
      }
      return;
    }
    if (isIncomplete(s.document()) && variant != Variant.RETIRES_WITH_GAPS) {
      return;
    }
    if (variant == Variant.DELETES_FIRST) {
      next.add(s.withDocument(null));
    } else if (!s.retired()) {
      next.add(s.withRetired());
    } else if (s.rested() || variant == Variant.DELETES_WITHOUT_A_REST) {
      next.add(s.withDocument(null));
    }
  }

  private static boolean isIncomplete(String document) {
    return read(document).gaps().missing() > 0;
  }

  /** A process that stood still puts its copy, which is united with what is there. */
  private static void wake(State s, List<State> next) {
    if (s.old() != null) {
      boolean saysMore = s.document() == null || isIncomplete(s.document());
      next.add(s.withDocument(saysMore ? s.old() : s.document()).withOld(null));
    }
  }

  /** The event comes again: the ads bolt reads the document, and the retired after it. */
  private static void deliver(State s, Variant variant, List<State> next) {
    if (s.countedNow()) {
      return; // it is unsettled in the ad's document, which knows it
    }
    boolean retiredFirst = variant == Variant.LOOKS_AMONG_RETIRED_FIRST;
    Look look = s.ads();
    if (look == Look.NOTHING && retiredFirst) {
      next.add(s.retired() ? s.decided(counts(retiredView())) : s.withAds(Look.NOT_RETIRED));
    } else if (look == Look.NOT_RETIRED || look == Look.NOTHING) {
      if (s.document() != null) {
        CounterDocument document = read(s.document());
        next.add(s.decided(counts(document)));
      } else if (retiredFirst) {
        next.add(s.decided(counts(CounterView.EMPTY)));
      } else {
        next.add(s.withAds(Look.NO_DOCUMENT));
      }
    } else {
      next.add(s.decided(counts(s.retired() ? retiredView() : CounterView.EMPTY)));
    }
  }

  /** The mark of the close comes again, to a counters bolt that starts anew. */
  private static void mark(State s, Variant variant, List<State> next) {
    if (s.counters() == Look.NOTHING && s.document() == null) {
      next.add(s.withCounters(Look.NO_DOCUMENT));
    } else if (s.counters() == Look.NO_DOCUMENT) {
      boolean makes = !s.retired() || variant == Variant.MAKES_DOCUMENTS_UNASKED;
      State after = s.withCounters(Look.NOTHING);
      next.add(makes ? after.withDocument(document(new LongRanges())) : after);
    }
  }

  private static String search(State start, Variant variant) {
    Set<State> seen = new LinkedHashSet<>(List.of(start));
    Deque<State> open = new ArrayDeque<>(seen);
    while (!open.isEmpty()) {
      State state = open.poll();
      if (state.fault() != null) {
        return state.fault();
      }
      next(state, variant).stream().filter(seen::add).forEach(open::add);
    }
    return null;
  }

  private static State start(String document, String old, int counted) {
    return new State(
        document, false, false, old, Look.NOTHING, Look.NOTHING, counted, false, false);
  }

  @ParameterizedTest
  @EnumSource
  void anEventIsCountedOnceWhateverIsRetired(Variant variant) {
    String before = document(new LongRanges());
    State settled = start(document(LongRanges.of(0)), before, 1);
    State missing = start(before, before, 0);

    List<String> faults = new ArrayList<>();
    for (State start : List.of(settled, missing)) {
      String fault = search(start, variant);
      if (fault != null) {
        faults.add(fault);
      }
    }

    assertThat(faults.isEmpty()).as("%s: %s", variant, faults).isEqualTo(!variant.broken);
  }
}
