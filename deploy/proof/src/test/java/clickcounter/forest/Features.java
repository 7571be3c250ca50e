package clickcounter.forest;

import clickcounter.tools.judge.JudgedDay;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * What a model learns of each click whose visitor is known: the columns of {@code features.sql}.
 *
 * @param names of the values
 * @param clicks in the order of their ids
 */
record Features(String[] names, List<Click> clicks) {
  /** A click's id, and the values of its features. */
  record Click(String id, double[] values) {}

  static Features of(JudgedDay day) throws IOException {
    try (InputStream file = Features.class.getResourceAsStream("features.sql");
        Statement statement = day.table().connection().createStatement();
        ResultSet row =
            statement.executeQuery(new String(file.readAllBytes(), StandardCharsets.UTF_8))) {
      String[] names = new String[row.getMetaData().getColumnCount() - 1];
      for (int i = 0; i < names.length; i++) {
        names[i] = row.getMetaData().getColumnName(i + 2);
      }
      List<Click> clicks = new ArrayList<>();
      while (row.next()) {
        double[] values = new double[names.length];
        for (int i = 0; i < names.length; i++) {
          values[i] = row.getDouble(i + 2);
        }
        clicks.add(new Click(row.getString(1), values));
      }
      return new Features(names, clicks);
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }
}
