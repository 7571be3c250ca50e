package clickcounter.tools.series;

import clickcounter.cli.NoVerdict;
import clickcounter.cli.Texts;
import clickcounter.hours.HourCounts;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.series.Series.Row;
import clickcounter.tools.series.SeriesRange.Period;
import clickcounter.tools.table.CountedSums;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Past.NotImported;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * What an ad counted: of a time whose counted events are all in the table, what these add up to; of
 * another, the newest hours that the ad's document has, and the table for the time before them.
 */
public final class Counts {
  private final Past past;
  private final DocumentHours document;
  private final SortedMap<Long, HourCounts> table;

  private Counts(Past past, DocumentHours document, SortedMap<Long, HourCounts> table) {
    this.past = past;
    this.document = document;
    this.table = table;
  }

  /** The series of all ads: of the table alone. */
  static Series ofAllAds(SeriesRange range, Past past) throws IOException {
    Counts counts = of(range, null, past, DocumentHours.NONE);
    return new Series(range, counts.rows(range), counts.note(range));
  }

  /**
   * The series of an ad.
   *
   * @param past null if there is no table
   * @param ad read after the counters, so that it has all that they call counted
   * @throws NoVerdict when the document is needed and cannot be read
   */
  public static Series of(SeriesRange range, AdReading ad, Past past) throws IOException {
    DocumentHours document =
        ad.decide(DocumentHours::of, absent -> DocumentHours.NONE, blocked -> DocumentHours.NONE);
    Counts counts = of(range, ad.adId(), past, document);
    List<Row> rows = counts.rows(range);
    return ad.decide(
        found -> new Series(range, rows, counts.note(range)),
        absent ->
            counts.table.isEmpty()
                ? nothingKnown(range, ad.adId())
                : new Series(range, rows, counts.note(range)),
        blocked -> {
          if (rows.stream().allMatch(Row::isKnown)) {
            return new Series(range, rows, null);
          }
          throw new NoVerdict("ads/" + ad.adId() + ": " + blocked.reason());
        });
  }

  /** A misspelt id must not look like zeros, which the table has for it. */
  private static Series nothingKnown(SeriesRange range, String adId) {
    return new Series(
        range,
        range.periods().stream().map(period -> new Row(period, null, true)).toList(),
        noDocument(adId));
  }

  private static String noDocument(String adId) {
    return ("not imported: ad %s has no document. Either no event of it was ever counted, or the id,"
            + " riak.nodes or riak.bucketType is wrong, or the document is lost (documents recount"
            + " --ad %s PATH… rebuilds it)")
        .formatted(adId, adId);
  }

  private static Counts of(SeriesRange range, String adId, Past past, DocumentHours document)
      throws IOException {
    if (past == null) {
      return new Counts(null, document, Collections.emptySortedMap());
    }
    TreeSet<Long> times = new TreeSet<>();
    for (Period period : range.periods()) {
      times.add(period.fromMs());
      times.add(Math.min(document.firstFrom(period.fromMs()), period.toMs()));
      times.add(period.toMs());
    }
    return new Counts(past, document, new CountedSums(past).between(adId, times));
  }

  private List<Row> rows(SeriesRange range) {
    return range.periods().stream().map(this::row).toList();
  }

  private Row row(Period period) {
    long fromMs = period.fromMs();
    long toMs = period.toMs();
    boolean isImported = past != null && past.isImported(fromMs, toMs);
    long split = isImported ? toMs : Math.min(toMs, document.firstFrom(fromMs));
    HourCounts older = ofTable(fromMs, split);
    HourCounts newer = split == toMs ? HourCounts.NONE : document.between(split, toMs);
    boolean isWhole = fromMs == split || past != null && past.isImported(fromMs, split);
    return new Row(period, older == null || newer == null ? null : older.plus(newer), isWhole);
  }

  /** What the table has; null if it lacks events of a counter that it knows. */
  private HourCounts ofTable(long fromMs, long toMs) {
    boolean isKnown = fromMs == toMs || past != null && past.lacking(fromMs, toMs).isEmpty();
    return isKnown ? HourCounts.sum(table.subMap(fromMs, toMs).values()) : null;
  }

  private String note(SeriesRange range) {
    if (past == null) {
      return "not imported: the ad's document has whole hours of UTC, from "
          + Texts.time(document.fromMs())
          + " on. For other times name the table by the setting ops.table";
    }
    return notImported(past.lacking(range.fromMs(), range.toMs()));
  }

  /** Says which counted events lack in the table, and what to do. */
  public static String notImported(List<NotImported> numbers) {
    return "not imported: counted events that may be of this time are in no archive of the table: "
        + String.join(", ", Texts.first(numbers.stream().map(NotImported::text).toList()))
        + ". Import their archives: clicks archive import";
  }

  /**
   * What an ad's document knows of times: its newest hours, that hours after these counted nothing,
   * and that those before did not either if they add up to its totals.
   *
   * @param fromMs before this nothing is known; the beginning of an hour of UTC
   * @param hours since the epoch; those without an event are absent
   */
  private record DocumentHours(long fromMs, SortedMap<Long, HourCounts> hours) {
    /** Nothing is known. */
    static final DocumentHours NONE =
        new DocumentHours(Hours.startMs(Hours.MAX), Collections.emptySortedMap());

    static DocumentHours of(AdReading.Found ad) {
      RecentHours hours = ad.hours();
      boolean hasAll = hours.sum().equals(ad.totals().counts());
      return new DocumentHours(hasAll ? 0 : Hours.startMs(hours.oldest()), hours.counts());
    }

    /** From when on all is known, this time or later: not from within an hour that has events. */
    long firstFrom(long timeMs) {
      long hour = Hours.of(timeMs);
      boolean isCut = Hours.startMs(hour) < timeMs && hours.containsKey(hour);
      return Math.max(fromMs, isCut ? Hours.startMs(hour + 1) : timeMs);
    }

    /**
     * The sum from a time that {@link #firstFrom} gave to before another; null if that is within an
     * hour that has events.
     */
    HourCounts between(long beginMs, long toMs) {
      long last = Hours.of(toMs);
      boolean isCut = Hours.startMs(last) < toMs && hours.containsKey(last);
      return isCut ? null : HourCounts.sum(hours.subMap(Hours.of(beginMs), last).values());
    }
  }
}
