package clickcounter.tools.table;

import clickcounter.ids.LongRanges;
import clickcounter.tools.documents.CounterReading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the archives have of ads and counters, and what the documents of ads have to say by that.
 * The engine makes the sums: no code of the counting has a part in them.
 */
public final class AdSums {
  private final Table table;

  /**
   * Which events are looked at; empty sets mean all.
   *
   * @param table to which nothing else was asked
   */
  public AdSums(Table table, Set<String> ads, Set<String> counters) throws IOException {
    this.table = table;
    String ofCounters = among("counter", counters);
    Past.putDocuments(table, List.of());
    table.make("counted");
    table.run(
        "CREATE TEMPORARY VIEW in_scope AS FROM events WHERE "
            + among("ad", ads)
            + " AND "
            + ofCounters);
    table.make("audit-archived");
    String totals =
        ads.isEmpty()
            ? "FROM counter_totals WHERE " + ofCounters
            : "SELECT counter, min(sequence) AS first, max(sequence) AS last, count(*) AS ids,"
                + " max(time_ms) AS max_ms, NULL AS closed_at FROM archived GROUP BY counter";
    table.run("CREATE TEMPORARY TABLE archived_counter AS " + totals);
    putListed(Map.of());
  }

  private static String among(String column, Set<String> names) {
    return names.isEmpty()
        ? "true"
        : names.stream()
            .map(Database::text)
            .collect(Collectors.joining(", ", column + " IN (", ")"));
  }

  /**
   * What the archives have of a counter.
   *
   * @param closedAt the number of the close event, -1 for none
   * @param lastMs the latest time
   */
  public record ArchivedCounter(LongRanges numbers, long closedAt, long lastMs) {}

  /** A field of a document that differs from the archives. */
  public record Difference(String field, String expected, String actual) {
    @Override
    public String toString() {
      return field + ": expected " + expected + ", found " + actual;
    }
  }

  /**
   * The spend of an ad by its archived events that are counted.
   *
   * @param atRiskMicros by how much its missing events will change that
   */
  public record Spend(long micros, long atRiskMicros) {
    public static final Spend NONE = new Spend(0, 0);
  }

  /**
   * What is archived of an ad and not counted.
   *
   * @param missing events
   * @param isUnknown whether there are events of counters whose documents cannot be read
   * @param isUnread whether there are some of counters whose documents were not read since
   */
  public record Uncounted(long missing, boolean isUnknown, boolean isUnread) {
    public static final Uncounted NONE = new Uncounted(0, false, false);
  }

  public SortedMap<String, ArchivedCounter> counters() throws IOException {
    SortedMap<String, ArchivedCounter> counters = new TreeMap<>();
    table.ask(
        "audit-numbers",
        row -> {
          long closedAt = row.getLong("closed_at");
          ArchivedCounter found =
              new ArchivedCounter(
                  new LongRanges(), row.wasNull() ? -1 : closedAt, row.getLong("max_ms"));
          counters
              .computeIfAbsent(row.getString("counter"), id -> found)
              .numbers()
              .addRange(row.getLong("first"), row.getLong("last"));
        });
    return counters;
  }

  /** The ads of the archives, in the order of their ids. */
  public List<String> ads() throws IOException {
    return table.texts("SELECT ad FROM archived WHERE ad IS NOT NULL GROUP BY ad ORDER BY ad");
  }

  /** Ads of which a number is archived with several contents: any one of these is counted. */
  public Set<String> unlike() throws IOException {
    return Set.copyOf(
        table.texts(
            "SELECT DISTINCT ad FROM in_scope SEMI JOIN twice USING (counter, sequence)"
                + " WHERE ad IS NOT NULL"));
  }

  public long highestCostMicros() throws IOException {
    return table.number("SELECT ifnull(max(micros), 0) FROM archived WHERE kind = 'click'");
  }

  /** The latest time of what is counted, for each counter with a number that is open. */
  public Map<String, Long> lastCountedOfOpen() throws IOException {
    Map<String, Long> lastMs = new HashMap<>();
    table.ask(
        "audit-last-counted", row -> lastMs.put(row.getString("counter"), row.getLong("last_ms")));
    return lastMs;
  }

  /** Says what counters have recorded, until it is said again. */
  public void putCounted(Collection<CounterReading> counters) throws IOException {
    Past.putDocuments(table, counters);
  }

  /**
   * Says which events of ads' documents no counter has recorded.
   *
   * @param listed by ad and counter
   */
  public void putListed(Map<String, Map<String, LongRanges>> listed) throws IOException {
    putNumbers("listed", "ad", listed);
  }

  /**
   * Says which archived numbers no counter has recorded, and what each ad has of them.
   *
   * @param open by fate, see the question {@code audit-uncounted}, and counter
   */
  public SortedMap<String, Uncounted> putOpen(Map<String, Map<String, LongRanges>> open)
      throws IOException {
    putNumbers("open", "fate", open);
    SortedMap<String, Uncounted> uncounted = new TreeMap<>();
    table.ask(
        "audit-uncounted",
        row -> uncounted.put(row.getString("ad"), Table.record(row, Uncounted.class)));
    return uncounted;
  }

  private void putNumbers(String name, String first, Map<String, Map<String, LongRanges>> numbers)
      throws IOException {
    table.put(
        name,
        first + " VARCHAR, counter VARCHAR, first BIGINT, last BIGINT",
        numbers.entrySet().stream()
            .flatMap(
                group ->
                    Database.ranges(group.getValue())
                        .map(of -> new Object[] {group.getKey(), of[0], of[1], of[2]})));
  }

  /**
   * Says what the documents of some ads say, which are compared from now on.
   *
   * @param documents by the ads' ids; each by the names of fields, without those that are nothing
   */
  public void putDocuments(Map<String, Map<String, String>> documents) throws IOException {
    table.put("chunk", "ad VARCHAR", documents.keySet().stream().map(ad -> new Object[] {ad}));
    table.put(
        "document",
        "ad VARCHAR, field VARCHAR, value VARCHAR",
        documents.entrySet().stream()
            .flatMap(
                ad ->
                    ad.getValue().entrySet().stream()
                        .map(of -> new Object[] {ad.getKey(), of.getKey(), of.getValue()})));
    table.make("audit-audited");
  }

  /** Where these documents differ from the events that they have to have; by ad. */
  public SortedMap<String, List<Difference>> differences() throws IOException {
    SortedMap<String, List<Difference>> differences = new TreeMap<>();
    table.make("audit-sums");
    table.ask(
        "audit-differences",
        row ->
            differences
                .computeIfAbsent(row.getString("ad"), id -> new ArrayList<>())
                .add(Table.record(row, Difference.class)));
    return differences;
  }

  /** What these ads spent, by the events of which {@link #differences} were asked. */
  public Map<String, Spend> spends() throws IOException {
    Map<String, Spend> spends = new HashMap<>();
    table.ask(
        "audit-spend", row -> spends.put(row.getString("ad"), Table.record(row, Spend.class)));
    return spends;
  }
}
