package clickcounter.tools.recount;

import clickcounter.document.AdDocument;
import clickcounter.document.AdTotals;
import clickcounter.document.OtherFields;
import clickcounter.ids.LongRanges;
import clickcounter.reading.SiblingReader;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.StoredValue;
import clickcounter.tools.documents.AdReading;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What stood in the place of an ad's document before its recount.
 *
 * @param totals null if there was no document, or none that could be read
 * @param blocked why it could not be read; null if it could
 * @param number the highest of the writes that could be read
 * @param writeIds of these
 * @param hidesIds whether a value cannot be read, which may list any id as unsettled
 * @param unsettled what was listed as unsettled by any value that could be read, by counter
 * @param other what a newer build added to values of this ad
 */
record AdBefore(
    StoreContext context,
    AdTotals totals,
    String blocked,
    long number,
    Set<String> writeIds,
    boolean hidesIds,
    Map<String, LongRanges> unsettled,
    OtherFields other) {
  /** In a bucket type that was empty, or has what an interrupted recount has put. */
  static final AdBefore UNREAD =
      new AdBefore(StoreContext.NONE, null, null, 0, Set.of(), false, Map.of(), OtherFields.NONE);

  static AdBefore of(Fetched fetched, AdReading reading) {
    List<AdDocument> documents = SiblingReader.ADS.readable(fetched.siblings());
    List<AdDocument> own =
        documents.stream().filter(document -> document.adId().equals(reading.adId())).toList();
    Map<String, LongRanges> unsettled = new HashMap<>();
    for (AdDocument document : own) {
      document
          .unsettled()
          .forEach((id, ids) -> LeftOut.of(unsettled, id).addAll(AdReading.ids(ids)));
    }
    return new AdBefore(
        fetched.context(),
        reading.decide(AdReading.Found::totals, absent -> null, blocked -> null),
        reading.decide(found -> null, absent -> null, AdReading.Blocked::reason),
        documents.stream().mapToLong(document -> document.write().number()).max().orElse(0),
        documents.stream().map(document -> document.write().id()).collect(Collectors.toSet()),
        documents.size() < fetched.siblings().size(),
        unsettled,
        OtherFields.merged(own));
  }

  /** Whether these are nothing but what stood there, and this write. */
  boolean isAll(List<StoredValue> siblings, String writeId) {
    List<AdDocument> now = SiblingReader.ADS.readable(siblings);
    return (hidesIds || now.size() == siblings.size())
        && now.stream()
            .map(document -> document.write().id())
            .allMatch(id -> id.equals(writeId) || writeIds.contains(id));
  }

  boolean isAbsent() {
    return totals == null && blocked == null;
  }

  boolean isUnsettled(String counterId, long sequence) {
    LongRanges ids = unsettled.get(counterId);
    return ids != null && ids.contains(sequence);
  }
}
