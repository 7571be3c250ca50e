package clickcounter.document;

import clickcounter.event.EventKind;
import clickcounter.ids.RangeText;

/** Writes and reads the text form of {@link AdHours}, and of the counts of an hour. */
final class HoursText {
  private static final char IMPRESSIONS = EventKind.IMPRESSION.letter();
  private static final char CLICKS = EventKind.CLICK.letter();

  /** More than two hundred years of hours, if a damaged document says so. */
  private static final int MAX_HOURS = 2_000_000;

  private HoursText() {}

  /** Writes the text; empty when no hour is open. */
  static void write(AdHours hours, RangeText text) {
    text.clear();
    int last = hours.openHours() - 1;
    for (int i = last; i >= 0; i--) {
      long quarter = hours.quarterAt(i);
      if (i == last) {
        text.append(quarter);
      }
      text.append(i == last ? ':' : ',');
      write(hours.countsAt(i), text);
      long before = i == last ? Quarters.PER_HOUR : hours.quarterAt(i + 1) - quarter;
      if (before != Quarters.PER_HOUR) {
        text.append('@');
        text.append(before);
      }
    }
    if (hours.rolledTo() != AdHours.NONE) {
      text.append(';');
      long before = hours.quarterAt(0) - hours.rolledTo();
      if (before != Quarters.PER_HOUR) {
        text.append(before);
      }
    }
  }

  /** Writes counts such as {@code 112i2c240000}; {@code 0i} if there are none. */
  static void write(HourCounts counts, RangeText text) {
    if (counts.impressions() > 0 || counts.clicks() == 0) {
      text.append(counts.impressions());
      text.append(IMPRESSIONS);
    }
    if (counts.clicks() > 0) {
      text.append(counts.clicks());
      text.append(CLICKS);
      text.append(counts.costMicros());
    }
  }

  /**
   * Reads what {@link #write(AdHours, RangeText)} wrote.
   *
   * @throws IllegalArgumentException naming the text, the position and what was expected
   */
  static AdHours read(String text) {
    AdHours hours = new AdHours();
    if (text.isEmpty()) {
      return hours;
    }
    TextReader reader = new TextReader("hours", text);
    long newest = requireQuarter(reader, reader.number());
    reader.expect(':');
    hours.add(newest, counts(reader));
    long quarter = newest;
    for (int i = 0; reader.match(','); i++) {
      if (i == MAX_HOURS) {
        throw reader.fault("not so many hours");
      }
      HourCounts counts = counts(reader);
      long before = reader.match('@') ? reader.number() : Quarters.PER_HOUR;
      if (before == 0) {
        throw reader.fault("a distance of at least 1");
      }
      quarter = requireQuarter(reader, quarter - before);
      hours.add(quarter, counts);
    }
    long rolledTo = AdHours.NONE;
    if (reader.match(';')) {
      rolledTo = requireQuarter(reader, quarter - beforeOldest(reader));
    }
    if (!reader.isAtEnd()) {
      throw reader.fault("the end");
    }
    return AdHours.read(hours, rolledTo);
  }

  private static long beforeOldest(TextReader reader) {
    if (reader.isAtEnd()) {
      return Quarters.PER_HOUR;
    }
    return reader.match('-') ? -reader.number() : reader.number();
  }

  private static long requireQuarter(TextReader reader, long quarter) {
    if (quarter < 0 || quarter > Quarters.MAX) {
      throw reader.fault("a quarter from 0 to " + Quarters.MAX);
    }
    return quarter;
  }

  /** Reads counts. */
  static HourCounts counts(TextReader reader) {
    long impressions = 0;
    long count = reader.number();
    if (reader.match(IMPRESSIONS)) {
      impressions = count;
      if (!reader.isDigitNext()) {
        return new HourCounts(impressions, 0, 0);
      }
      count = reader.number();
    }
    reader.expect(CLICKS);
    return new HourCounts(impressions, count, reader.number());
  }
}
