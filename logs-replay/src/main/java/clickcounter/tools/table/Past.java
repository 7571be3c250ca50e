package clickcounter.tools.table;

import clickcounter.cli.NoVerdict;
import clickcounter.cli.Texts;
import clickcounter.ids.Gap;
import clickcounter.riak.RiakSettings;
import clickcounter.tools.documents.AcceptedLosses;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What is known of the past: a table of archives, and what the counters' documents say of its
 * events. Its view {@code counted} has the events that are counted, by the documents as they were
 * read before.
 *
 * <p>Work grows with the numbers that are not counted, or in no file; not with all events.
 */
public final class Past implements AutoCloseable {
  /** How far clocks may differ, and the times of a counter from the order of its numbers. */
  public static final Duration TOLERANCE = Duration.ofMinutes(5);

  /** The last number of a range without an end. */
  public static final long NO_END = Long.MAX_VALUE;

  /**
   * Numbers that may still be counted, and the earliest time that their events may have.
   *
   * @param last inclusive; null for all above the first, if the counter is not closed
   * @param fromMs 0 for any time
   */
  public record MayCome(
      String counterId, long first, Long last, @JsonProperty("from") long fromMs, Reason reason) {
    /** What holds a time open and the way out, for a person. */
    public String text() {
      String numbers = last == null ? first + " and all above" : Texts.range(first, last);
      return counterId + " " + numbers + ": " + reason.text;
    }
  }

  /** Why a number may still be counted. */
  public enum Reason {
    /** Its event is in the table, and nothing of its counter is counted. */
    NEVER_COUNTED(
        "archived, and no event of the counter is counted: clicks archive replay --only-missing"
            + " sends it"),
    /** Its counter's document cannot be read. */
    BLOCKED("the counter's document cannot be read: see clicks counters show"),
    /** It is above what is counted of its counter, which is not closed. */
    NOT_CLOSED(
        "the counter is not closed and has not come further: import newer archives, or, if its"
            + " service has ended, clicks counters close"),
    /** The same, and the table has no event of its counter. */
    IN_NO_ARCHIVE("the counter is in no archive of the table: import its archive"),
    /** It was missed, and is in the table. */
    MISSING("archived and not counted: clicks archive replay --only-missing sends it"),
    /** It was missed, and is in no file, so its time is between its neighbours'. */
    LOST(
        "missing, and in no archive of the table: import its archive, or clicks counters write-off");

    private final String text;

    Reason(String text) {
      this.text = text;
    }

    @Override
    @JsonValue
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /**
   * Numbers that are counted and in no file of the table, and the times between which their events
   * are, both inclusive.
   *
   * @param isArchived whether the table has other events of the counter
   */
  public record NotImported(
      String counterId, long first, long last, long fromMs, long toMs, boolean isArchived) {
    /** As {@code hostA-20260601_000000 17..19}. */
    public String text() {
      return counterId + " " + Texts.range(first, last);
    }

    boolean mayBeOf(long from, long to) {
      return fromMs < to && toMs >= from;
    }
  }

  /**
   * What has to be waited for.
   *
   * @param last null for all above the first
   * @param text with the reason and the way out
   */
  public record Hold(String counterId, long first, Long last, String text) {}

  private final Table table;
  private final SortedMap<String, CounterReading> counters = new TreeMap<>();
  private final long readAtMs;
  private final List<MayCome> mayCome;
  private final List<NotImported> notImported;

  /** The past of an open table, which it closes with itself, and of these documents. */
  public Past(
      Table table, Collection<CounterReading> readings, AcceptedLosses accepted, long readAtMs)
      throws IOException {
    this.table = table;
    this.readAtMs = readAtMs;
    readings.forEach(reading -> counters.put(reading.counterId(), reading));
    putDocuments(table, counters.values());
    table.set("tolerance_ms", TOLERANCE.toMillis());
    table.make("counted");
    this.mayCome = askMayCome();
    this.notImported = askNotImported(accepted);
  }

  /**
   * Reads all counters' documents, then opens the table. Services archive events before they send
   * them, so a table that is imported then has what the documents call counted, that of new
   * counters too.
   *
   * @throws NoVerdict when no counter is known there
   * @throws IOException if there is no table
   */
  public static Past open(Table.Source source, Documents documents, RiakSettings place, Instant now)
      throws IOException {
    SortedMap<String, CounterReading> counters =
        documents.withRetired(documents.knownCounters(place));
    AcceptedLosses accepted = documents.acceptedLosses();
    Table table = source.open();
    try {
      return new Past(table, counters.values(), accepted, now.toEpochMilli());
    } catch (IOException | RuntimeException | Error e) {
      table.close();
      throw e;
    }
  }

  /** Puts the documents into tables, instead of those that are there. */
  static void putDocuments(Database database, Collection<CounterReading> counters)
      throws IOException {
    database.put(
        "counters",
        "counter VARCHAR, next BIGINT, closed BOOLEAN, blocked BOOLEAN, newest_ms BIGINT",
        counters.stream().map(Past::row));
    database.put(
        "gaps",
        "counter VARCHAR, first BIGINT, last BIGINT, written_off BOOLEAN",
        counters.stream()
            .flatMap(each -> each.gaps().gaps().stream().map(gap -> row(each.counterId(), gap))));
  }

  private static Object[] row(CounterReading each) {
    // No event of a counter that its service closed is later than its close.
    long newestMs = each.closed() ? each.lastEventAtMs() + TOLERANCE.toMillis() : NO_END;
    boolean isBlocked = each.blocked() != null;
    return new Object[] {each.counterId(), each.next(), each.hasEnded(), isBlocked, newestMs};
  }

  private static Object[] row(String counterId, Gap gap) {
    return new Object[] {counterId, gap.from(), gap.to(), gap.isWrittenOff()};
  }

  private List<MayCome> askMayCome() throws IOException {
    table.make("open");
    // Only of counters with an open number that is archived are all events needed.
    table.selectEvents(
        "open_event",
        "SELECT DISTINCT open.counter FROM open JOIN counter_days AS day"
            + " ON day.counter = open.counter AND open.last >= day.first"
            + " AND (day.last >= open.first OR open.last <> "
            + NO_END
            + ")");
    addLastEvents("open_event", "open");
    return List.copyOf(table.ask("finality", MayCome.class));
  }

  private void addLastEvents(String events, String counters) throws IOException {
    table.run(
        "INSERT INTO %1$s SELECT counter, last, last_ms FROM counter_totals SEMI JOIN %2$s USING (counter) ANTI JOIN %1$s USING (counter)"
            .formatted(events, counters));
  }

  private List<NotImported> askNotImported(AcceptedLosses accepted) throws IOException {
    table.make("incomplete");
    table.selectEvents("incomplete_event", "SELECT counter FROM incomplete WHERE has_holes");
    addLastEvents("incomplete_event", "incomplete");
    table.put(
        "accepted",
        "counter VARCHAR, first BIGINT, last BIGINT",
        accepted.accepted().stream()
            .map(loss -> new Object[] {loss.counterId(), loss.from(), loss.to()}));
    return List.copyOf(table.ask("not-imported", NotImported.class));
  }

  /** For questions; {@code counted} is a view of it. */
  public Table table() {
    return table;
  }

  public SortedMap<String, CounterReading> counters() {
    return Collections.unmodifiableSortedMap(counters);
  }

  /** From what an answer is made, as {@code table of 2026-10-27T06:00:00Z, documents of …}. */
  public String state() {
    return "table of %s, documents of %s"
        .formatted(Texts.time(table.importedAtMs()), Texts.time(readAtMs));
  }

  /** What may still be counted, the earliest first. */
  public List<MayCome> mayCome() {
    return mayCome;
  }

  /**
   * What of it may have a time before this.
   *
   * @param toMs exclusive
   */
  public List<MayCome> mayCome(long toMs) {
    return mayCome.stream().takeWhile(numbers -> numbers.fromMs() < toMs).toList();
  }

  /** Whether every clock says that a time is over. */
  public boolean isOver(long toMs) {
    return toMs + TOLERANCE.toMillis() <= readAtMs;
  }

  /**
   * Whether no event before this time can still be counted.
   *
   * @param toMs exclusive
   */
  public boolean isFinal(long toMs) {
    return isOver(toMs) && mayCome(toMs).isEmpty();
  }

  /** The same, and whether the table has events of every counter that may have some of the time. */
  public boolean isFinal(long fromMs, long toMs) {
    return isOver(toMs) && holds(fromMs, toMs).isEmpty();
  }

  /**
   * What keeps a time from being final: what may still be counted before its end, and counters of
   * which the table has nothing, if their events may be of it.
   */
  public List<MayCome> holds(long fromMs, long toMs) {
    List<MayCome> all = new ArrayList<>(mayCome(toMs));
    Set<String> named = all.stream().map(MayCome::counterId).collect(Collectors.toSet());
    for (NotImported of : notImported(fromMs, toMs)) {
      if (!of.isArchived && named.add(of.counterId)) {
        all.add(new MayCome(of.counterId, of.first, of.last, 0, Reason.IN_NO_ARCHIVE));
      }
    }
    return all;
  }

  /** Says to a person whether a time is final, or what is waited for, and the way out. */
  public void printFinality(long fromMs, long toMs, boolean isFinal, PrintStream out) {
    if (isFinal) {
      out.println("final: no event before the end can still be counted");
      return;
    }
    List<MayCome> all = holds(fromMs, toMs);
    long counters = all.stream().map(MayCome::counterId).distinct().count();
    String of = "; events may still come of " + Texts.count(counters, "counter") + ":";
    out.println(
        "not final" + (isOver(toMs) ? "" : ": the time is not over") + (all.isEmpty() ? "" : of));
    Texts.first(all.stream().map(MayCome::text).toList()).forEach(line -> out.println("  " + line));
  }

  /** What is counted and in no file, and may be of a time. */
  public List<NotImported> notImported(long fromMs, long toMs) {
    return notImported.stream().filter(numbers -> numbers.mayBeOf(fromMs, toMs)).toList();
  }

  /**
   * The same of counters that the table knows. Without these, sums of it are wrong; without a
   * counter that began since the import, they are not final.
   */
  public List<NotImported> lacking(long fromMs, long toMs) {
    return notImported(fromMs, toMs).stream().filter(NotImported::isArchived).toList();
  }

  /** What has to be waited for until sums of a time can be final. */
  public List<Hold> waits(long fromMs, long toMs) {
    List<Hold> all = new ArrayList<>();
    holds(fromMs, toMs)
        .forEach(of -> all.add(new Hold(of.counterId, of.first, of.last, of.text())));
    String why = ": counted, and in no archive of the table: import its archive";
    lacking(fromMs, toMs)
        .forEach(of -> all.add(new Hold(of.counterId, of.first, of.last, of.text() + why)));
    return all;
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
