package clickcounter.tools.table;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A question to a table: a file of SQL, which begins with the sentence that it answers. Its
 * parameters are variables, {@code getvariable('latest_ms')}.
 */
public final class Question {
  private final String sql;

  private Question(String sql) {
    this.sql = sql;
  }

  /** That of a resource file beside this class. */
  public static Question named(String name) throws IOException {
    return new Question(sql(name));
  }

  static String sql(String name) throws IOException {
    try (InputStream file = Question.class.getResourceAsStream(name + ".sql")) {
      if (file == null) {
        throw new IllegalArgumentException("no question is called '" + name + "'");
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Receives a row of the answer. */
  public interface RowSink {
    void row(ResultSet row) throws SQLException;
  }

  /** Sets a variable of the questions that are asked later. */
  public static void set(Table table, String variable, long value) throws IOException {
    table.database().set(variable, value);
  }

  /** The same with a text. */
  public static void set(Table table, String variable, String value) throws IOException {
    table.database().set(variable, value);
  }

  /** Asks a table. A question that only makes a view has no answer. */
  public void ask(Table table, RowSink rows) throws IOException {
    try (Statement statement = table.connection().createStatement()) {
      if (!statement.execute(sql)) {
        return;
      }
      try (ResultSet answer = statement.getResultSet()) {
        while (answer.next()) {
          rows.row(answer);
        }
      }
    } catch (SQLException e) {
      throw Database.failed(e);
    }
  }
}
