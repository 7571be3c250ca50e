package clickcounter.tools.series;

import clickcounter.cli.NoVerdict;
import clickcounter.hours.HourCounts;
import clickcounter.hours.RecentHours;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.Documents;
import java.util.SortedMap;

/**
 * Clicks by the hour of an ad, beside live traffic: of days that have files from these, of the
 * newest hours from the ad's document. The document also says that hours after its newest counted
 * nothing, and that those before its oldest did not if its hours add up to its totals.
 */
public final class AdHourSource implements HourSource {
  private final Documents documents;
  private final HourSource files;

  /**
   * @param files of finished days; what they do not know is asked of the documents
   */
  public AdHourSource(Documents documents, HourSource files) {
    this.documents = documents;
    this.files = files;
  }

  /**
   * {@inheritDoc} Nothing is known of an ad that has no document, and no event in these files: it
   * is not zero.
   *
   * @throws NoVerdict when the document cannot be read
   */
  @Override
  public KnownCounts hours(String adId, long fromSlot, long toSlot) {
    KnownCounts counts = files.hours(adId, fromSlot, toSlot);
    boolean isInFiles = !counts.counts().isEmpty();
    if (isInFiles && counts.isKnown(fromSlot, toSlot)) {
      return counts;
    }
    return documents
        .ad(adId)
        .decide(
            found -> with(found, fromSlot / Slots.PER_HOUR, toSlot / Slots.PER_HOUR, counts),
            absent -> (isInFiles ? counts : new KnownCounts()).withWhyUnknown(noDocument(adId)),
            blocked -> {
              throw new NoVerdict("ads/" + adId + ": " + blocked.reason());
            });
  }

  private static String noDocument(String adId) {
    return ("not built: ad %s has no document. Either no event of it was ever counted, or the id,"
            + " riak.nodes or riak.bucketType is wrong, or the document is lost (documents recount"
            + " --ad %s PATH… makes it anew)")
        .formatted(adId, adId);
  }

  private static KnownCounts with(
      AdReading.Found found, long fromHour, long toHour, KnownCounts counts) {
    RecentHours hours = found.hours();
    boolean hasAll = hours.sum().equals(found.totals().counts());
    long first = hasAll ? fromHour : Math.max(fromHour, hours.oldest());
    SortedMap<Long, HourCounts> ofHours = hours.counts();
    for (long hour = first; hour < toHour; hour++) {
      counts.addHour(hour, ofHours.getOrDefault(hour, HourCounts.NONE));
    }
    return counts;
  }
}
