package clickcounter.tools.judge;

import clickcounter.tools.judge.RulesFile.Rule;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Table;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Set;

/**
 * The counted clicks of a day, and which of them are found invalid. Rules ask temporary tables of
 * the day: {@code clicks}, {@code impressions} and {@code events}. They can neither change one nor
 * read or write a file.
 */
public final class JudgedDay {
  private final Table table;
  private final RulesFile rules;
  private final LocalDate day;
  private final Set<String> usedCounters = new HashSet<>();
  private final Clicks clicks;

  /**
   * How many clicks are judged.
   *
   * @param withoutVisitor those that say nothing of their visitor
   */
  record Clicks(long clicks, long withoutVisitor) {}

  /**
   * Takes the day out of the table, of which nothing else can be asked then.
   *
   * @param past which is final until the day's end
   * @param day of UTC
   */
  public JudgedDay(Past past, RulesFile rules, LocalDate day) throws IOException {
    this.table = past.table();
    this.rules = rules;
    this.day = day;
    usedCounters.addAll(past.counters().keySet());
    // If only the table has a counter, everything may come of it.
    past.mayCome().forEach(numbers -> usedCounters.add(numbers.counterId()));
    long fromMs = startMs(day);
    long toMs = startMs(day.plusDays(1));
    long firstMs = fromMs - rules.before().toMillis();
    table.set("first_ms", firstMs);
    table.set("from_ms", fromMs);
    table.set("to_ms", toMs);
    table.set("author", rules.author());
    table.make("judge-day");
    table.make("judge-decided");
    table.make("unusual");
    // From here on, rules can neither read a file nor write one, but for what does not fit into
    // memory.
    table.run("SET enable_external_access = false; SET lock_configuration = true");
    clicks = table.ask("judge-clicks", Clicks.class).get(0);
  }

  /** When a day of UTC begins, ms since the epoch. */
  public static long startMs(LocalDate day) {
    return day.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
  }

  Clicks clicks() {
    return clicks;
  }

  /** For features that are asked from the same tables, and clicks that are found otherwise. */
  public Table table() {
    return table;
  }

  /**
   * Finds clicks. The first rule that finds a click counts.
   *
   * @return how many no earlier rule found
   * @throws IllegalArgumentException if its query is wrong, naming the rule
   */
  public long find(Rule rule) {
    String sql =
        "INSERT INTO found SELECT DISTINCT counter, sequence, %s FROM query(%s)"
                .formatted(Table.text(rule.reason()), Table.text(rule.sql()))
            + " SEMI JOIN clicks USING (counter, sequence) ANTI JOIN found USING (counter, sequence)";
    try (PreparedStatement statement = table.connection().prepareStatement(sql)) {
      return statement.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalArgumentException(
          "rule " + rule.name() + ": " + e.getMessage() + ". Nothing was written", e);
    }
  }

  public Differences differences(long decidedAtMs) throws IOException {
    return Differences.of(table, rules, rules.nextCounter(day, usedCounters), decidedAtMs);
  }
}
