package clickcounter.simulation;

import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Event;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.Ending;
import clickcounter.ids.WriteOff;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.ObjIntConsumer;

/** What the simulation knows to be true: every event, and how far each has come. */
final class KnownEvents {
  private final List<AdEvent> events = new ArrayList<>();
  private final Map<String, KnownCounter> counters = new TreeMap<>();
  private final Map<String, KnownAd> ads = new TreeMap<>();

  static final class KnownCounter {
    final Map<Long, Integer> events = new HashMap<>();
    final BitSet queued = new BitSet();

    /** What the counter's document may call seen: marked, or of an event that concerns no ad. */
    final BitSet admitted = new BitSet();

    final List<DecidedRange> decisions = new ArrayList<>();

    /** Operators' decisions on all ids from one on: that the counter is closed, or is not. */
    final List<Ending> endings = new ArrayList<>();

    /** The number of the close that the archive has, or -1. */
    long archivedClose = -1;

    boolean closed;

    /** Whether it closed, or the latest of these decisions closes it and nothing above is known. */
    boolean hasEnded() {
      Ending latest =
          endings.stream()
              .max(Comparator.comparing(Ending::decision).thenComparing(Ending::from))
              .orElse(null);
      return closed || latest != null && !latest.decision().reopened() && next() <= latest.from();
    }

    private long next() {
      long next = queued.length();
      for (DecidedRange decision : decisions) {
        next = Math.max(next, decision.to() + 1);
      }
      for (Ending ending : endings) {
        next = Math.max(next, ending.from());
      }
      return next;
    }
  }

  /** An operator's decision on a range of a counter's ids. */
  record DecidedRange(long from, long to, WriteOff what) {
    static DecidedRange of(WriteOffRequest w) {
      return new DecidedRange(
          w.from(), w.to(), new WriteOff(w.reopen(), w.reason(), w.timestampMs(), w.eventId()));
    }

    boolean concerns(long id) {
      return from <= id && id <= to;
    }
  }

  static final class KnownAd {
    final BitSet queued = new BitSet();
    final BitSet marked = new BitSet();
  }

  /** A service made this event; nothing is known yet of its way. */
  void made(Event event) {
    KnownCounter counter = counters.computeIfAbsent(event.counterId(), c -> new KnownCounter());
    if (event instanceof AdEvent e) {
      counter.events.put(e.sequence(), events.size());
      events.add(e);
      ads.computeIfAbsent(e.adId(), a -> new KnownAd());
    } else if (event instanceof Close) {
      counter.archivedClose = event.sequence();
    }
  }

  /** The event is on the queue: from now on it has to be counted some day. */
  void queued(Event event) {
    KnownCounter counter = counters.get(event.counterId());
    counter.queued.set((int) event.sequence());
    if (event instanceof AdEvent e) {
      ads.get(e.adId()).queued.set(counter.events.get(e.sequence()));
    } else {
      counter.admitted.set((int) event.sequence());
      if (event instanceof Close) {
        counter.closed = true;
      } else if (event instanceof WriteOffRequest w) {
        KnownCounter target =
            counters.computeIfAbsent(w.targetCounterId(), c -> new KnownCounter());
        if (w.isOfEnd()) {
          target.endings.add(new Ending(w.from(), DecidedRange.of(w).what()));
        } else if (!target.decisions.contains(DecidedRange.of(w))) {
          target.decisions.add(DecidedRange.of(w));
        }
      }
    }
  }

  AdEvent get(int event) {
    return events.get(event);
  }

  /** Null for a counter that no service has begun. */
  KnownCounter counter(String counterId) {
    return counters.get(counterId);
  }

  /** Null for an ad without events. */
  KnownAd ad(String adId) {
    return ads.get(adId);
  }

  void forEachAd(BiConsumer<String, KnownAd> action) {
    ads.forEach(action);
  }

  void forEachCounter(BiConsumer<String, KnownCounter> action) {
    counters.forEach(action);
  }

  /** The index of this event, which has to be one of the ad's. */
  int event(String adId, String counterId, long sequence) {
    KnownCounter counter = counters.get(counterId);
    Integer event = counter == null ? null : counter.events.get(sequence);
    if (event == null || !events.get(event).adId().equals(adId)) {
      throw new Violation(
          Invariant.STRANGE_EVENT,
          "ads/%s counts %s:%s, which is no event of it",
          adId,
          counterId,
          sequence);
    }
    return event;
  }

  /** Passes the events of an ad, and their indexes. */
  void forEachEvent(String adId, ObjIntConsumer<AdEvent> action) {
    for (int i = 0; i < events.size(); i++) {
      if (events.get(i).adId().equals(adId)) {
        action.accept(events.get(i), i);
      }
    }
  }

  List<String> names(BitSet indexes) {
    return indexes.stream().mapToObj(i -> events.get(i).eventId()).toList();
  }
}
