package clickcounter.tools.recount;

import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdTotals;
import clickcounter.document.RecountBase;
import clickcounter.event.ClockLimit;
import clickcounter.hours.RecentHours;
import clickcounter.ids.LongRanges;
import clickcounter.ledger.PutBuffers;
import clickcounter.ledger.RecountedAd;
import clickcounter.ledger.WriteIds;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.recount.ArchivedEvents.Event;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
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
  private final WriteIds writeIds;
  private final PutBuffers buffers = new PutBuffers();
  private final Map<String, CounterReading> counters;
  private final ClockLimit times;
  private final LeftOut leftOut;
  private final TreeSet<String> withoutEvents;
  private Event next;

  /**
   * What was made of an ad.
   *
   * @param writeId of the document
   * @param events how many are counted
   */
  record Recounted(
      String adId,
      AdBefore before,
      AdTotals after,
      int unsettledIds,
      String writeId,
      StoredValue document,
      long events) {
    DocumentKey key() {
      return DocumentKey.ad(adId);
    }

    boolean isChanged() {
      return !after.equals(before.totals());
    }
  }

  /**
   * @param events one ad after the other
   * @param before by ad
   * @param base what the document of an ad is based on
   * @param counters all whose events may be counted
   * @param leftOut gets what is not counted
   */
  RecountedAds(
      Iterator<Event> events,
      Map<String, AdBefore> before,
      Function<AdBefore, RecountBase> base,
      WriteIds writeIds,
      Map<String, CounterReading> counters,
      ClockLimit times,
      LeftOut leftOut) {
    this.events = events;
    this.before = before;
    this.base = base;
    this.writeIds = writeIds;
    this.counters = counters;
    this.times = times;
    this.leftOut = leftOut;
    this.withoutEvents = new TreeSet<>(before.keySet());
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
    String adId = next == null ? withoutEvents.first() : next.adId();
    withoutEvents.remove(adId);
    AdBefore stood = before.getOrDefault(adId, AdBefore.UNREAD);
    RecountedAd ad = new RecountedAd(adId, new AdTotals(), new RecentHours(), base.apply(stood));
    long counted = 0;
    for (; next != null && next.adId().equals(adId); advance()) {
      counted += count(next, stood, ad) ? 1 : 0;
    }
    String writeId = writeIds.next();
    StoredValue document =
        new StoredValue(AdDocumentCodec.CONTENT_TYPE, ad.document(writeId, buffers));
    return new Recounted(adId, stood, ad.totals(), ad.unsettledIds(), writeId, document, counted);
  }

  private boolean count(Event event, AdBefore stood, RecountedAd ad) {
    CounterReading counter = counters.get(event.counterId());
    if (counter != null && counter.seen(event.sequence())) {
      return ad.count(event, counter, false);
    }
    Map<String, LongRanges> why = whyLeftOut(event, counter);
    boolean isListed =
        stood.isUnsettled(event.counterId(), event.sequence())
            || stood.hidesIds() && why == leftOut.missing();
    if (!isListed) {
      LeftOut.of(why, event.counterId()).add(event.sequence());
    }
    return ad.count(event, counter, isListed);
  }

  private Map<String, LongRanges> whyLeftOut(Event event, CounterReading counter) {
    if (!times.allows(event.timestampMs())) {
      return leftOut.rejectedTimes();
    }
    boolean isWrittenOff =
        counter != null && RecountedCounter.writtenOff(counter.gaps()).contains(event.sequence());
    return isWrittenOff ? leftOut.writtenOff() : leftOut.missing();
  }
}
