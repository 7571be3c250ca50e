package clickcounter.tools.series;

import clickcounter.cli.NoVerdict;
import clickcounter.document.HourCounts;
import clickcounter.tools.documents.AdHourSums;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.Documents;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads clicks by the hour from the documents of an ad and its days, beside live traffic: all are
 * as of one write of the ad's document.
 */
final class AdHourSource implements HourSource {
  private final Documents documents;

  AdHourSource(Documents documents) {
    this.documents = documents;
  }

  /**
   * {@inheritDoc}
   *
   * @throws NoVerdict when a document cannot be read
   */
  @Override
  public SortedMap<Long, HourCounts> hours(String adId, long fromQuarter, long toQuarter) {
    AdReading reading = documents.ad(adId);
    if (reading instanceof AdReading.Blocked blocked) {
      throw new NoVerdict("ads/" + adId + ": " + blocked.reason());
    }
    if (!(reading instanceof AdReading.Found found)) {
      return new TreeMap<>();
    }
    AdHourSums hours = documents.hours(List.of(found), fromQuarter, toQuarter).get(adId);
    if (hours.fault() != null) {
      throw new NoVerdict(hours.fault());
    }
    return hours.all().subMap(fromQuarter, Math.max(fromQuarter, toQuarter));
  }
}
