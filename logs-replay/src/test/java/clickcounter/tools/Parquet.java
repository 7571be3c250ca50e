package clickcounter.tools;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Reads Parquet files without using code of the tools. */
public final class Parquet {
  private Parquet() {}

  /** The names and types of the columns, then the rows in an order of their own, as texts. */
  public static List<String> rows(Path file) throws SQLException {
    List<String> rows = new ArrayList<>();
    String source = "SELECT * FROM '" + file + "'";
    rows.addAll(ask("SELECT column_name || ' ' || column_type FROM (DESCRIBE " + source + ")"));
    rows.addAll(ask("SELECT f::VARCHAR FROM (" + source + ") AS f ORDER BY ALL"));
    return rows;
  }

  private static List<String> ask(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet answer = statement.executeQuery(sql)) {
      List<String> rows = new ArrayList<>();
      while (answer.next()) {
        rows.add(answer.getString(1));
      }
      return rows;
    }
  }
}
