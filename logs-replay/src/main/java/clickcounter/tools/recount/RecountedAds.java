package clickcounter.tools.recount;

import clickcounter.document.AdTotals;
import clickcounter.document.CounterView;
import clickcounter.document.RecountBase;
import clickcounter.event.ClockLimit;
import clickcounter.hours.RecentHours;
import clickcounter.ids.LongRanges;
import clickcounter.ledger.RecountedAd;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.recount.ArchivedEvents.Event;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Makes the documents of ads from archived events, one after the other. An event counts if its
 * counter's document says so, or if the ad's document did that before, or may have: it cannot be
 * read. It is listed as unsettled unless its counter's document confirms it.
 */
final class RecountedAds implements Iterator<RecountedAds.Recounted> {
  private final Iterator<Event> events;
  private final Map<String, AdBefore> before;
  private final Function<AdBefore, RecountBase> base;
  private final Map<String, CounterReading> counters;
  private final Map<String, CounterView> views = new HashMap<>();
  private final Map<String, LongRanges> writtenOff = new HashMap<>();
  private final ClockLimit times;
  private final LeftOut leftOut;
  private final Set<String> withoutEvents;
  private Event next;
  private long counted;

  /** What was made of an ad. */
  record Recounted(String adId, AdBefore before, RecountedAd ad) {}

  /**
   * @param events one ad after the other
   * @param before by ad; ads that are not in it have no document
   * @param base what the document of an ad is based on
   * @param leftOut gets what is not counted
   */
  RecountedAds(
      Iterator<Event> events,
      Map<String, AdBefore> before,
      Function<AdBefore, RecountBase> base,
      Map<String, CounterReading> counters,
      ClockLimit times,
      LeftOut leftOut) {
    this.events = events;
    this.before = before;
    this.base = base;
    this.counters = counters;
    this.times = times;
    this.leftOut = leftOut;
    this.withoutEvents = new TreeSet<>(before.keySet());
    counters.forEach((id, reading) -> views.put(id, reading.view()));
    advance();
  }

  private void advance() {
    next = events.hasNext() ? events.next() : null;
  }

  @Override
  public boolean hasNext() {
    return next != null || !withoutEvents.isEmpty();
  }

  @Override
  public Recounted next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    String adId = next == null ? withoutEvents.iterator().next() : next.adId();
    withoutEvents.remove(adId);
    AdBefore stood = before.getOrDefault(adId, AdBefore.ABSENT);
    RecountedAd ad = new RecountedAd(adId, new AdTotals(), new RecentHours(), base.apply(stood));
    while (next != null && next.adId().equals(adId)) {
      count(next, stood, ad);
      advance();
    }
    return new Recounted(adId, stood, ad);
  }

  private void count(Event event, AdBefore stood, RecountedAd ad) {
    CounterView view = views.get(event.counterId());
    boolean isListed =
        stood.isUnsettled(event.counterId(), event.sequence())
            || stood.hidesIds() && times.allows(event.timestampMs()) && !isWrittenOff(event);
    if (ad.count(event, view, isListed)) {
      counted++;
    } else if (!times.allows(event.timestampMs())) {
      LeftOut.add(leftOut.rejectedTimes(), event.counterId(), event.sequence());
    } else if (isWrittenOff(event)) {
      LeftOut.add(leftOut.writtenOff(), event.counterId(), event.sequence());
    } else {
      LeftOut.add(leftOut.missing(), event.counterId(), event.sequence());
    }
  }

  private boolean isWrittenOff(Event event) {
    return writtenOff
        .computeIfAbsent(
            event.counterId(),
            id ->
                counters.containsKey(id)
                    ? RecountedCounter.writtenOff(counters.get(id).gaps())
                    : new LongRanges())
        .contains(event.sequence());
  }

  /** How many events were counted so far. */
  long counted() {
    return counted;
  }
}
