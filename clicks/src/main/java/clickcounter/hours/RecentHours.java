package clickcounter.hours;

import clickcounter.event.EventKind;
import clickcounter.ids.RangeText;
import clickcounter.ids.TextReader;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one ad counted in the newest hour that has events and in the {@value #WINDOW} - 1 hours
 * before it. An event of an older hour is in the ad's totals alone. So the result depends on which
 * events were counted, not on their order, and siblings merge as totals do. Older hours are in the
 * table of archives.
 *
 * <p>In the document they are a text, newest hour first:
 *
 * <pre>
 * 88gf*2klc:34.2,eg.1.255s,7@2
 *
 * 88gf        384207, the newest hour since the epoch: 2013-10-30 15:00 UTC
 * *2klc       a click costs 120000 micros where nothing else is said; absent if that is nothing
 * 34.2        112 impressions, and 2 clicks that cost 240000 micros together
 * eg.1.255s   520 impressions and a click of 100000 micros, the hour before it
 * 7@2         7 impressions, the hour that is 2 before that one, instead of 1
 *
 * 34.2!5      112 impressions, 2 clicks that are charged, and 5 that are not
 * 34.-1!1     one click of another hour was taken back
 * </pre>
 *
 * <p>All numbers have the base 36, and costs are derived where they can be: {@value #WINDOW} hours
 * of an ad with 40,000 events an hour would else be the bulk of its document.
 *
 * <p>The hours before the newest are kept as that text: a put copies it, and an hour takes 2 to 14
 * bytes of memory. An event of such an hour costs a search in the text.
 *
 * <p>Mutable, not thread-safe.
 */
public final class RecentHours {
  /** How many hours are kept, the newest one included. */
  public static final int WINDOW = 36;

  /** The newest hour of an ad that counted no impression and no click. */
  public static final long NONE = -1;

  private static final int RADIX = 36;

  private long newest = NONE;
  private long impressions;
  private long clicks;
  private long costMicros;
  private long invalid;

  /** The hours before the newest one, each behind a comma. */
  private String older = "";

  /** What each click cost in the hours whose text has no costs. */
  private long clickMicros;

  /** Nothing counted yet. */
  public RecentHours() {}

  /** The newest hour with events; {@link #NONE} if there is none. */
  public long newest() {
    return newest;
  }

  /** The oldest hour that these counts are complete for. */
  public long oldest() {
    return Math.max(0, newest - WINDOW + 1);
  }

  /**
   * Adds an event. A budget event has no hour.
   *
   * @throws ArithmeticException when a sum does not fit a long
   */
  public void add(EventKind kind, long amountMicros, long hour) {
    if (kind == EventKind.BUDGET) {
      return;
    }
    if (hour > newest) {
      begin(hour);
    }
    if (hour < newest) {
      add(hour, HourCounts.of(kind, amountMicros));
    } else if (kind == EventKind.CLICK) {
      costMicros = Math.addExact(costMicros, amountMicros);
      clicks++;
    } else if (kind == EventKind.IMPRESSION) {
      impressions++;
    } else {
      setNewest(newestCounts().plus(HourCounts.of(kind, amountMicros)));
    }
  }

  /**
   * Adds counts to an hour.
   *
   * @throws ArithmeticException when a sum does not fit a long
   */
  public void add(long hour, HourCounts counts) {
    if (hour > newest) {
      begin(hour);
    }
    if (hour == newest) {
      setNewest(newestCounts().plus(counts));
    } else if (hour >= oldest()) {
      addOlder(hour, counts);
    }
  }

  /** A later hour begins. Those that are behind the window now leave. */
  private void begin(long hour) {
    if (newest != NONE) {
      Entries entries = new Entries(older, newest, clickMicros);
      if (clicks > 0 && costMicros >= 0 && costMicros % clicks == 0) {
        clickMicros = costMicros / clicks;
      }
      RangeText text = new RangeText();
      if (newest > hour - WINDOW) {
        append(newestCounts(), hour - newest, text);
      }
      while (entries.next() && entries.hour > hour - WINDOW) {
        append(entries.counts, entries.before, text);
      }
      older = text.toString();
    }
    newest = hour;
    setNewest(HourCounts.NONE);
  }

  private void setNewest(HourCounts counts) {
    impressions = counts.impressions();
    clicks = counts.clicks();
    costMicros = counts.costMicros();
    invalid = counts.invalid();
  }

  private HourCounts newestCounts() {
    return new HourCounts(impressions, clicks, costMicros, invalid);
  }

  private void addOlder(long hour, HourCounts counts) {
    Entries entries = new Entries(older, newest, clickMicros);
    boolean found = false;
    long after = newest;
    int start = 0;
    while (!found && entries.next() && entries.hour >= hour) {
      found = entries.hour == hour;
      after = found ? after : entries.hour;
      start = found ? start : entries.end;
    }
    RangeText text = new RangeText();
    text.append(older, 0, start);
    append(found ? entries.counts.plus(counts) : counts, after - hour, text);
    if (!found && start < older.length()) {
      append(entries.counts, hour - entries.hour, text);
    }
    text.append(older, Math.max(start, entries.end), older.length());
    older = text.toString();
  }

  /** Appends an hour that is this many hours before the one that is listed before it. */
  private void append(HourCounts counts, long before, RangeText text) {
    text.append(',');
    append(counts, text);
    if (before != 1) {
      text.append('@');
      text.append(before, RADIX);
    }
  }

  private void append(HourCounts counts, RangeText text) {
    boolean hasClicks = counts.clicks() != 0 || counts.costMicros() != 0;
    if (counts.impressions() > 0 || !hasClicks && counts.invalid() == 0) {
      text.append(counts.impressions(), RADIX);
    }
    if (hasClicks) {
      text.append('.');
      text.append(counts.clicks(), RADIX);
      if (!isDerived(counts)) {
        text.append('.');
        text.append(counts.costMicros(), RADIX);
      }
    }
    if (counts.invalid() != 0) {
      text.append('!');
      text.append(counts.invalid(), RADIX);
    }
  }

  /** Whether the costs need not be written. */
  private boolean isDerived(HourCounts counts) {
    return counts.clicks() != 0
        && counts.costMicros() % counts.clicks() == 0
        && counts.costMicros() / counts.clicks() == clickMicros;
  }

  /** The hours of the text, one after the other. */
  private static final class Entries {
    private final TextReader reader;
    private final long clickMicros;
    private long hour;
    private HourCounts counts;
    private long before;
    private int end;

    /**
     * @param newest the hour before which the first one of the text is
     */
    Entries(String text, long newest, long clickMicros) {
      this.reader = new TextReader("hours", text);
      this.hour = newest;
      this.clickMicros = clickMicros;
    }

    boolean next() {
      if (reader.isAtEnd()) {
        return false;
      }
      reader.expect(',');
      counts = readCounts(reader, clickMicros);
      before = reader.match('@') ? reader.number(RADIX) : 1;
      if (before < 1) {
        throw reader.fault("a distance of at least 1");
      }
      hour -= before;
      end = reader.position();
      return true;
    }
  }

  private static HourCounts readCounts(TextReader reader, long clickMicros) {
    boolean none = reader.isNext('.') || reader.isNext('!');
    long impressions = none ? 0 : reader.number(RADIX);
    long clicks = 0;
    long costMicros = 0;
    if (reader.match('.')) {
      clicks = reader.signed(RADIX);
      costMicros =
          reader.match('.') ? reader.signed(RADIX) : derivedMicros(reader, clicks, clickMicros);
    }
    long invalid = reader.match('!') ? reader.signed(RADIX) : 0;
    return new HourCounts(impressions, clicks, costMicros, invalid);
  }

  private static long derivedMicros(TextReader reader, long clicks, long clickMicros) {
    if (clickMicros > 0 && Math.abs(clicks) > Long.MAX_VALUE / clickMicros) {
      throw reader.fault("costs of 64 bits");
    }
    return clicks * clickMicros;
  }

  /** The hours that have events, in ascending order. */
  public SortedMap<Long, HourCounts> counts() {
    SortedMap<Long, HourCounts> counts = new TreeMap<>();
    if (newest != NONE) {
      counts.put(newest, newestCounts());
      Entries entries = new Entries(older, newest, clickMicros);
      while (entries.next()) {
        counts.put(entries.hour, entries.counts);
      }
    }
    return Collections.unmodifiableSortedMap(counts);
  }

  /** The sum of all hours that are kept. */
  public HourCounts sum() {
    return HourCounts.sum(counts().values());
  }

  /** Writes the text; empty when nothing was counted. */
  public void write(RangeText text) {
    text.clear();
    if (newest != NONE) {
      text.append(newest, RADIX);
      if (clickMicros != 0) {
        text.append('*');
        text.append(clickMicros, RADIX);
      }
      text.append(':');
      append(newestCounts(), text);
      text.append(older, 0, older.length());
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalArgumentException naming the text, the position and what was expected
   */
  public static RecentHours read(String text) {
    RecentHours hours = new RecentHours();
    if (text.isEmpty()) {
      return hours;
    }
    TextReader reader = new TextReader("hours", text);
    hours.newest = reader.number(RADIX);
    hours.clickMicros = reader.match('*') ? reader.number(RADIX) : 0;
    reader.expect(':');
    hours.setNewest(readCounts(reader, hours.clickMicros));
    hours.older = text.substring(reader.position());
    Entries entries = new Entries(hours.older, hours.newest, hours.clickMicros);
    while (entries.next()) {
      if (entries.hour < hours.oldest()) {
        throw reader.fault("hours within " + WINDOW + " of the newest");
      }
    }
    if (hours.newest > Hours.MAX) {
      throw reader.fault("a newest hour from 0 to " + Hours.MAX);
    }
    return hours;
  }

  public RecentHours copy() {
    RecentHours copy = new RecentHours();
    copy.newest = newest;
    copy.setNewest(newestCounts());
    copy.older = older;
    copy.clickMicros = clickMicros;
    return copy;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RecentHours h && counts().equals(h.counts());
  }

  @Override
  public int hashCode() {
    return counts().hashCode();
  }

  @Override
  public String toString() {
    RangeText text = new RangeText();
    write(text);
    return text.toString();
  }
}
