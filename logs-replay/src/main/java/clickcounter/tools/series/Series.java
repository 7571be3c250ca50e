package clickcounter.tools.series;

import clickcounter.cli.NoVerdict;
import clickcounter.cli.Texts;
import clickcounter.hours.HourCounts;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.series.SeriesRange.Period;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Past.NotImported;
import clickcounter.tools.table.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What an ad counted in each period of a range, zeros included: of a time whose counted events are
 * all in the table, what these add up to; of another, the newest hours that the ad's document has,
 * and the table for the time before them. A period that is not known as a whole has no counts: its
 * events are not imported.
 *
 * @param note why rows have no counts, and what to do; null if all have
 */
public record Series(SeriesRange range, List<Row> rows, String note) {
  /** How many values of a dimension have rows of their own. */
  private static final int MOST_VALUES = 10;

  /**
   * One period, or what a value of a dimension has of it.
   *
   * @param value null for all
   * @param counts null if they are not known
   * @param isWhole whether they cannot lack events of a counter that the table does not know
   */
  record Row(Period period, String value, HourCounts counts, boolean isWhole) {
    Row(Period period, HourCounts counts, boolean isWhole) {
      this(period, null, counts, isWhole);
    }
  }

  public Series {
    rows = List.copyOf(rows);
    note = rows.stream().allMatch(row -> row.counts != null) ? null : note;
  }

  /** The series of all ads: of the table alone. */
  static Series ofAllAds(SeriesRange range, Past past) throws IOException {
    return of(range, past, DocumentHours.NONE, table(range, null, past, DocumentHours.NONE));
  }

  /**
   * The series of an ad.
   *
   * @param past null if there is no table
   * @param ad read after the counters, so that it has all that they call counted
   * @throws NoVerdict when the document is needed and cannot be read
   */
  static Series of(SeriesRange range, AdReading ad, Past past) throws IOException {
    DocumentHours document =
        ad.decide(DocumentHours::of, absent -> DocumentHours.NONE, blocked -> DocumentHours.NONE);
    SortedMap<Long, HourCounts> table = table(range, ad.adId(), past, document);
    Series series = of(range, past, document, table);
    return ad.decide(
        found -> series,
        absent -> table.isEmpty() ? nothingKnown(range, ad.adId()) : series,
        blocked -> {
          if (series.note == null) {
            return series;
          }
          throw new NoVerdict("ads/" + ad.adId() + ": " + blocked.reason());
        });
  }

  /**
   * The series of an ad, or of all, split by the values of a dimension, those with most clicks
   * first: of the table alone. A period has rows of the values that it has events of.
   *
   * @param ad null for all
   */
  static Series split(SeriesRange range, AdReading ad, Past past, Split split) throws IOException {
    select(range, ad == null ? null : ad.adId(), past, DocumentHours.NONE);
    past.table().set("most", MOST_VALUES);
    split.make(past.table(), range);
    SortedMap<Long, Map<String, HourCounts>> sums = new TreeMap<>();
    past.table()
        .ask(
            "series-split",
            row ->
                sums.computeIfAbsent(row.getLong("from_ms"), from -> new LinkedHashMap<>())
                    .put(row.getString("shown"), Table.record(row, HourCounts.class)));
    List<Row> rows = new ArrayList<>();
    for (Period period : range.periods()) {
      boolean isWhole = past.notImported(period.fromMs(), period.toMs()).isEmpty();
      if (!past.lacking(period.fromMs(), period.toMs()).isEmpty()) {
        rows.add(new Row(period, null, isWhole));
      } else if (sums.containsKey(period.fromMs())) {
        sums.get(period.fromMs())
            .forEach((value, counts) -> rows.add(new Row(period, value, counts, isWhole)));
      } else {
        rows.add(new Row(period, HourCounts.NONE, isWhole));
      }
    }
    Series series =
        new Series(range, rows, notImported(past.lacking(range.fromMs(), range.toMs())));
    boolean isKnown =
        ad == null || !sums.isEmpty() || ad.decide(found -> true, absent -> false, blocked -> true);
    return isKnown ? series : nothingKnown(range, ad.adId());
  }

  /** A misspelt id must not look like zeros, which the table has for it. */
  private static Series nothingKnown(SeriesRange range, String adId) {
    return new Series(
        range,
        range.periods().stream().map(period -> new Row(period, null, true)).toList(),
        ("not imported: ad %s has no document. Either no event of it was ever counted, or the id,"
                + " riak.nodes or riak.bucketType is wrong, or the document is lost (documents recount"
                + " --ad %s PATH… rebuilds it)")
            .formatted(adId, adId));
  }

  private static Series of(
      SeriesRange range, Past past, DocumentHours document, SortedMap<Long, HourCounts> table) {
    List<Row> rows =
        range.periods().stream().map(period -> row(period, past, document, table)).toList();
    if (past != null) {
      return new Series(range, rows, notImported(past.lacking(range.fromMs(), range.toMs())));
    }
    return new Series(
        range,
        rows,
        ("not imported: the ad's document has whole hours of UTC, from %s on. For other times name the"
                + " table by the setting ops.table")
            .formatted(Texts.time(document.fromMs())));
  }

  /** What the table has, by the beginnings of times that can be needed; of all ads for null. */
  private static SortedMap<Long, HourCounts> table(
      SeriesRange range, String adId, Past past, DocumentHours document) throws IOException {
    SortedMap<Long, HourCounts> sums = new TreeMap<>();
    if (past != null) {
      select(range, adId, past, document);
      past.table()
          .ask(
              "series",
              row -> sums.put(row.getLong("from_ms"), Table.record(row, HourCounts.class)));
    }
    return sums;
  }

  /** Says which events are asked for, of all ads for null, and at which times they are divided. */
  private static void select(SeriesRange range, String adId, Past past, DocumentHours document)
      throws IOException {
    TreeSet<Long> times = new TreeSet<>();
    for (Period period : range.periods()) {
      times.add(period.fromMs());
      times.add(Math.min(document.firstFrom(period.fromMs()), period.toMs()));
      times.add(period.toMs());
    }
    Table table = past.table();
    table.putPeriods(times);
    table.run("SET VARIABLE ad = " + (adId == null ? "NULL" : Table.text(adId)));
    table.keepDays(range.fromMs(), range.toMs());
  }

  private static Row row(
      Period period, Past past, DocumentHours document, SortedMap<Long, HourCounts> table) {
    long fromMs = period.fromMs();
    long toMs = period.toMs();
    boolean isImported = past != null && past.notImported(fromMs, toMs).isEmpty();
    long split = isImported ? toMs : Math.min(toMs, document.firstFrom(fromMs));
    boolean isDocuments = fromMs == split;
    HourCounts newer = split == toMs ? HourCounts.NONE : document.between(split, toMs);
    boolean isKnown =
        newer != null && (isDocuments || past != null && past.lacking(fromMs, split).isEmpty());
    return new Row(
        period,
        isKnown ? HourCounts.sum(table.subMap(fromMs, split).values()).plus(newer) : null,
        isDocuments || past != null && past.notImported(fromMs, split).isEmpty());
  }

  /** Says which counted events lack in the table, and what to do. */
  public static String notImported(List<NotImported> numbers) {
    return ("not imported: counted events that may be of this time are in no archive of the table:"
            + " %s. Import their archives: clicks archive import")
        .formatted(
            String.join(", ", Texts.first(numbers.stream().map(NotImported::text).toList())));
  }

  /**
   * The whole range; without counts if any row has none.
   *
   * @throws ArithmeticException when a sum of costs does not fit a long
   */
  Row total() {
    return new Row(
        new Period(range.from(), range.to(), "sum"),
        note == null ? HourCounts.sum(rows.stream().map(Row::counts).toList()) : null,
        rows.stream().allMatch(Row::isWhole));
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
