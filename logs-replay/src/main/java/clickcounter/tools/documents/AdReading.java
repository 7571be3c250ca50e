package clickcounter.tools.documents;

import clickcounter.document.AdDocument;
import clickcounter.document.AdTotals;
import clickcounter.ids.LongRanges;
import clickcounter.ledger.SiblingMerge;
import java.util.List;
import java.util.Map;

/** An ad's document as it was read from Riak. */
public sealed interface AdReading {
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

    /** Whether this document lists the event as unsettled, and so includes it. */
    public boolean isUnsettled(String counterId, long sequence) {
      LongRanges ids = unsettled.get(counterId);
      return ids != null && ids.contains(sequence);
    }

    /** The highest number of a write among the siblings. It may be lost again. */
    public long writeNumber() {
      return merged.number();
    }

    /** The number of the newest write that this contains and a quorum is known to have. */
    public long baseNumber() {
      return merged.baseNumber();
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
