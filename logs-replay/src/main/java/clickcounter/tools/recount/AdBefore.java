package clickcounter.tools.recount;

import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdTotals;
import clickcounter.document.UnreadableDocument;
import clickcounter.ids.LongRanges;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.StoredValue;
import clickcounter.tools.documents.AdReading;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What stood in the place of an ad's document before its recount.
 *
 * @param context null if that was not read
 * @param totals null if there was no document, or none that could be read
 * @param blocked why it could not be read; null if it could
 * @param number the highest of the writes that could be read
 * @param writeIds of these
 * @param hidesIds whether a value cannot be read, which may list any id as unsettled
 * @param unsettled what was listed as unsettled by any value that could be read, by counter
 */
record AdBefore(
    StoreContext context,
    AdTotals totals,
    String blocked,
    long number,
    Set<String> writeIds,
    boolean hidesIds,
    Map<String, LongRanges> unsettled) {
  /** In a bucket type that was empty, or has what an interrupted recount has put. */
  static final AdBefore UNREAD = new AdBefore(null, null, null, 0, Set.of(), false, Map.of());

  static AdBefore of(Fetched fetched, AdReading reading) {
    Map<String, LongRanges> unsettled = new HashMap<>();
    Set<String> writeIds = new HashSet<>();
    long number = 0;
    boolean hidesIds = false;
    for (StoredValue value : fetched.siblings()) {
      try {
        AdDocument document = AdDocumentCodec.read(value.contentType(), value.bytes());
        number = Math.max(number, document.write().number());
        writeIds.add(document.write().id());
        if (document.adId().equals(reading.adId())) {
          document
              .unsettled()
              .forEach((id, ids) -> LeftOut.of(unsettled, id).addAll(AdReading.ids(ids)));
        }
      } catch (UnreadableDocument e) {
        hidesIds = true;
      }
    }
    return new AdBefore(
        fetched.context(),
        reading.decide(AdReading.Found::totals, absent -> null, blocked -> null),
        reading.decide(found -> null, absent -> null, AdReading.Blocked::reason),
        number,
        writeIds,
        hidesIds,
        unsettled);
  }

  boolean isAbsent() {
    return totals == null && blocked == null;
  }

  boolean isUnsettled(String counterId, long sequence) {
    LongRanges ids = unsettled.get(counterId);
    return ids != null && ids.contains(sequence);
  }
}
