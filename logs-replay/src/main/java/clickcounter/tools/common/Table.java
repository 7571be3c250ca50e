package clickcounter.tools.common;

import clickcounter.event.OneLine;
import java.io.PrintStream;
import java.util.List;
import java.util.Set;

/** Prints rows of cells below each other, two blanks between columns. */
public final class Table {
  private static final String GAP = "  ";

  private Table() {}

  /**
   * @param rows the header first; all have as many cells
   * @param left columns that begin below each other, 0 for the first; the others, numbers, end so
   */
  public static void print(List<List<String>> rows, Set<Integer> left, PrintStream out) {
    List<List<String>> lines =
        rows.stream().map(row -> row.stream().map(OneLine::of).toList()).toList();
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : lines) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String blanks = " ".repeat(widths[i] - row.get(i).length());
        line.append(i == 0 ? "" : GAP);
        line.append(left.contains(i) ? row.get(i) + blanks : blanks + row.get(i));
      }
      out.println(line.toString().stripTrailing());
    }
    out.flush();
  }
}
