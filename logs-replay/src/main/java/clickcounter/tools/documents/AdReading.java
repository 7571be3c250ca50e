package clickcounter.tools.documents;

import clickcounter.document.AdDocument;
import clickcounter.document.AdTotals;
import clickcounter.ids.LongRanges;
import java.util.List;
import java.util.Map;

/** What Riak says of an ad. */
public sealed interface AdReading {
  /**
   * The document, its siblings merged as the bolts would.
   *
   * @param unsettled by counter id: counted here, not yet known to be in the counter's document
   * @param siblings the values that were stored, mostly one; the newest first
   * @param bytes the size of the largest of them
   */
  record Found(
      String adId,
      AdTotals totals,
      Map<String, LongRanges> unsettled,
      List<AdDocument> siblings,
      int bytes)
      implements AdReading {
    /** Whether this very document says that it has counted the event. */
    public boolean isUnsettled(String counterId, long sequence) {
      LongRanges ids = unsettled.get(counterId);
      return ids != null && ids.contains(sequence);
    }

    public long unsettledIds() {
      return unsettled.values().stream().mapToLong(LongRanges::size).sum();
    }
  }

  /** Nothing of the ad was ever counted. */
  record Absent(String adId) implements AdReading {}

  /** There is a document that nobody can read or merge; the bolts do not count on it. */
  record Blocked(String adId, String reason) implements AdReading {}

  String adId();
}
