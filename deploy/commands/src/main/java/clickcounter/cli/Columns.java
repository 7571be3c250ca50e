package clickcounter.cli;

import clickcounter.event.OneLine;
import clickcounter.hours.HourCounts;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The columns of a table, which is printed for people, as CSV and as JSON. Each column has a name
 * in each of these forms, or null where it is left out. CSV and JSON have exact values, amounts in
 * micros. What is not known is null: a dash for people, an empty cell in CSV.
 *
 * <p>For people and in CSV a row is one line: what others wrote is {@link OneLine}; JSON has the
 * exact text.
 *
 * @param <T> what makes a row
 */
public final class Columns<T> {
  private static final String GAP = "  ";

  private final List<Column<T>> all = new ArrayList<>();

  private record Column<T>(
      String title,
      String csv,
      String json,
      boolean isNumber,
      Function<T, ?> value,
      Function<T, String> text) {}

  public Columns<T> text(String title, String csv, String json, Function<T, String> value) {
    return add(title, csv, json, false, value, Function.identity());
  }

  public Columns<T> number(String title, String csv, String json, Function<T, Long> value) {
    return add(title, csv, json, true, value, Texts::number);
  }

  /** Adds a column of amounts in micros. */
  public Columns<T> money(String title, String csv, String json, Function<T, Long> value) {
    return add(title, csv, json, true, value, Texts::money);
  }

  public Columns<T> decimal(String title, String json, Function<T, Double> value) {
    return add(title, json, json, true, value, each -> String.format(Locale.ROOT, "%.3f", each));
  }

  public Columns<T> flag(String title, String csv, String json, Function<T, Boolean> value) {
    return add(title, csv, json, false, value, flag -> flag ? "yes" : "no");
  }

  public Columns<T> counts(Function<T, HourCounts> counts) {
    return number("impressions", "impressions", "impressions", of(counts, HourCounts::impressions))
        .number("clicks", "clicks", "clicks", of(counts, HourCounts::clicks))
        .money("cost", "cost_micros", "costMicros", of(counts, HourCounts::costMicros))
        .number("invalid", "invalid", "invalid", of(counts, HourCounts::invalid));
  }

  private static <T, A, B> Function<T, B> of(Function<T, A> value, Function<A, B> part) {
    return row -> {
      A whole = value.apply(row);
      return whole == null ? null : part.apply(whole);
    };
  }

  private <V> Columns<T> add(
      String title,
      String csv,
      String json,
      boolean isNumber,
      Function<T, V> value,
      Function<V, String> text) {
    all.add(new Column<>(title, csv, json, isNumber, value, of(value, text)));
    return this;
  }

  /** Prints a header and rows below each other: texts begin so, numbers end so. */
  public void print(List<T> rows, PrintStream out) {
    List<Column<T>> shown = having(column -> column.title != null);
    List<List<String>> lines = lines(rows, shown, Column::title, Column::text, "-");
    int[] widths = new int[shown.size()];
    for (List<String> line : lines) {
      Arrays.setAll(widths, i -> Math.max(widths[i], line.get(i).length()));
    }
    for (List<String> line : lines) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String blanks = " ".repeat(widths[i] - line.get(i).length());
        text.append(i == 0 ? "" : GAP);
        text.append(shown.get(i).isNumber ? blanks + line.get(i) : line.get(i) + blanks);
      }
      out.println(text.toString().stripTrailing());
    }
    out.flush();
  }

  public void printCsv(List<T> rows, PrintStream out) throws IOException {
    List<Column<T>> shown = having(column -> column.csv != null);
    StringWriter text = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
      lines(rows, shown, Column::csv, Column::value, "").forEach(csv::writeRecord);
    }
    text.toString().lines().forEach(out::println);
    out.flush();
  }

  private List<Column<T>> having(Predicate<Column<T>> name) {
    return all.stream().filter(name).toList();
  }

  private List<List<String>> lines(
      List<T> rows,
      List<Column<T>> shown,
      Function<Column<T>, String> name,
      Function<Column<T>, Function<T, ?>> cell,
      String none) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(shown.stream().map(name).toList());
    for (T row : rows) {
      lines.add(
          shown.stream()
              .map(column -> OneLine.of(Objects.toString(cell.apply(column).apply(row), none)))
              .toList());
    }
    return lines;
  }

  public List<Map<String, Object>> json(List<T> rows) {
    List<Map<String, Object>> objects = new ArrayList<>();
    for (T row : rows) {
      Map<String, Object> fields = new LinkedHashMap<>();
      having(column -> column.json != null)
          .forEach(column -> fields.put(column.json, column.value.apply(row)));
      objects.add(fields);
    }
    return objects;
  }
}
