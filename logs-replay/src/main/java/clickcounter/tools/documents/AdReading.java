package clickcounter.tools.documents;

import clickcounter.document.AdDocument;
import clickcounter.document.AdTotals;
import clickcounter.document.AddedIds;
import clickcounter.document.UnsettledIds;
import clickcounter.hours.RecentHours;
import clickcounter.ids.LongRanges;
import clickcounter.ledger.SiblingMerge;
import clickcounter.reading.Answer;
import clickcounter.reading.MergedAd;
import clickcounter.store.DocumentKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * An ad's document as it was read from Riak. A caller decides on it with one function for each
 * case: a caller that overlooks a case does not compile.
 */
public sealed interface AdReading {
  /** What the function of the reading's case returns. */
  default <R> R decide(
      Function<? super Found, ? extends R> found,
      Function<? super Absent, ? extends R> absent,
      Function<? super Blocked, ? extends R> blocked) {
    if (this instanceof Found it) {
      return found.apply(it);
    } else if (this instanceof Absent it) {
      return absent.apply(it);
    }
    return blocked.apply((Blocked) this);
  }

  /** What a read found that is tried until the store answers. */
  static AdReading of(String adId, Answer<MergedAd> answer) {
    return answer.decide(
        ad -> new Found(adId, ad.totals(), unsettled(ad.merged()), ad.merged(), ad.bytes()),
        () -> new Absent(adId),
        reason -> new Blocked(adId, reason),
        failed -> {
          throw Documents.unread(DocumentKey.ad(adId), failed);
        });
  }

  private static Map<String, LongRanges> unsettled(SiblingMerge.Merged merged) {
    Map<String, LongRanges> ids = new HashMap<>();
    merged.main().unsettled().forEach((counterId, listed) -> ids.put(counterId, ids(listed)));
    merged
        .addedByOthers()
        .forEach(
            (counterId, added) ->
                addTo(ids.computeIfAbsent(counterId, id -> new LongRanges()), added));
    return ids;
  }

  /** All that a document lists of a counter. */
  static LongRanges ids(UnsettledIds listed) {
    LongRanges ids = listed.older().copy();
    addTo(ids, listed.added());
    return ids;
  }

  private static void addTo(LongRanges ids, AddedIds added) {
    for (int i = 0; i < added.size(); i++) {
      ids.add(added.sequence(i));
    }
  }

  /**
   * A document, with its siblings merged as the bolts merge them.
   *
   * @param unsettled by counter id: ids that are counted here and not yet known to be in the
   *     counter's document
   * @param merged the stored values, mostly one
   * @param bytes the size of the largest of them
   */
  record Found(
      String adId,
      AdTotals totals,
      Map<String, LongRanges> unsettled,
      SiblingMerge.Merged merged,
      int bytes)
      implements AdReading {
    /** The stored values, mostly one; the newest first. */
    public List<AdDocument> siblings() {
      return merged.siblings();
    }

    /** Clicks by the hour, of the newest hours. */
    public RecentHours hours() {
      return merged.hours();
    }

    /** Whether this document lists the event as unsettled, and so includes it. */
    public boolean isUnsettled(String counterId, long sequence) {
      LongRanges ids = unsettled.get(counterId);
      return ids != null && ids.contains(sequence);
    }

    public long unsettledIds() {
      return unsettled.values().stream().mapToLong(LongRanges::size).sum();
    }
  }

  /** No event of the ad was ever counted. */
  record Absent(String adId) implements AdReading {}

  /** There is a document that cannot be read or merged; the bolts do not write it. */
  record Blocked(String adId, String reason) implements AdReading {}

  String adId();
}
