package clickcounter.tools.series;

import clickcounter.cli.NoVerdict;
import clickcounter.hours.HourCounts;
import clickcounter.hours.RecentHours;
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
   * {@inheritDoc}
   *
   * @throws NoVerdict when the document cannot be read
   */
  @Override
  public KnownCounts hours(String adId, long fromSlot, long toSlot) {
    KnownCounts counts = files.hours(adId, fromSlot, toSlot);
    if (!counts.isKnown(fromSlot, toSlot)) {
      addDocument(adId, fromSlot / Slots.PER_HOUR, toSlot / Slots.PER_HOUR, counts);
    }
    return counts;
  }

  private void addDocument(String adId, long fromHour, long toHour, KnownCounts counts) {
    documents
        .ad(adId)
        .handle(
            found -> {
              RecentHours hours = found.hours();
              boolean hasAll = hours.sum().equals(found.totals().counts());
              long first = hasAll ? fromHour : Math.max(fromHour, hours.oldest());
              add(hours, first, toHour, counts);
            },
            absent -> add(new RecentHours(), fromHour, toHour, counts),
            blocked -> {
              throw new NoVerdict("ads/" + adId + ": " + blocked.reason());
            });
  }

  private static void add(RecentHours hours, long first, long toHour, KnownCounts counts) {
    SortedMap<Long, HourCounts> ofHours = hours.counts();
    for (long hour = first; hour < toHour; hour++) {
      counts.addHour(hour, ofHours.getOrDefault(hour, HourCounts.NONE));
    }
  }
}
