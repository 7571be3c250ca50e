package clickcounter.tools.judge;

import clickcounter.tools.table.Past;
import clickcounter.tools.table.Question;
import clickcounter.tools.table.Table;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * The counted clicks of a day, and which of them are found invalid. Rules ask temporary tables of
 * the day: {@code clicks}, {@code impressions} and {@code events}. They can neither change one nor
 * read or write a file.
 */
public final class JudgedDay {
  private final Table table;
  private final Author author;
  private final Set<String> usedCounters = new HashSet<>();
  private long clicks;
  private long clicksWithoutVisitor;

  /**
   * Takes the day out of the table, of which nothing else can be asked then.
   *
   * @param past which is final until the day's end
   * @param before how long before the day rules look
   */
  public JudgedDay(Past past, Author author, Duration before) throws IOException {
    this.table = past.table();
    this.author = author;
    usedCounters.addAll(past.counters().keySet());
    // Of a counter that the table alone has, everything may come.
    past.mayCome().forEach(numbers -> usedCounters.add(numbers.counterId()));
    long firstMs = author.fromMs() - before.toMillis();
    Question.set(table, "first_ms", firstMs);
    Question.set(table, "from_ms", author.fromMs());
    Question.set(table, "to_ms", author.toMs());
    Question.set(table, "author", author.name());
    table.ofDays(firstMs, author.toMs(), () -> ask("judge-day"));
    ask("judge-decided");
    table.forbidFiles();
    Question.named("judge-clicks")
        .ask(
            table,
            row -> {
              clicks = row.getLong("clicks");
              clicksWithoutVisitor = row.getLong("without_visitor");
            });
  }

  private void ask(String question) throws IOException {
    Question.named(question).ask(table, row -> {});
  }

  /** How many clicks are judged. */
  public long clicks() {
    return clicks;
  }

  /** Of these, how many say nothing of their visitor. */
  public long clicksWithoutVisitor() {
    return clicksWithoutVisitor;
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

  /** What is to be decided anew. */
  public Differences differences(long decidedAtMs) throws IOException {
    return Differences.of(table, author, author.nextCounter(usedCounters), decidedAtMs);
  }
}
