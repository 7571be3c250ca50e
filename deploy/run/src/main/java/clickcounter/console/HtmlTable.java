package clickcounter.console;

import static java.util.stream.Collectors.joining;

import java.util.List;

/** A table of a page. The first cell of a row is its name. All texts are escaped already. */
final class HtmlTable {
  private static final String NUMBER = "#";

  private final String label;
  private final List<String> columns;
  private final StringBuilder rows = new StringBuilder();

  /**
   * @param label what it is, for who cannot see it
   * @param columns their names; a column of numbers has a # before its name
   */
  HtmlTable(String label, String... columns) {
    this.label = label;
    this.columns = List.of(columns);
  }

  /** Adds a row; a cell for each column. */
  HtmlTable row(String... cells) {
    rows.append("<tr><th scope=\"row\">").append(cells[0]).append("</th>");
    for (int i = 1; i < cells.length; i++) {
      rows.append(columns.get(i).startsWith(NUMBER) ? "<td class=\"n\">" : "<td>")
          .append(cells[i])
          .append("</td>");
    }
    rows.append("</tr>\n");
    return this;
  }

  String html() {
    return """
        <div class="scroll" tabindex="0" role="region" aria-label="Table of %s">
        <table><thead><tr>%s</tr></thead><tbody>
        %s
        </tbody></table></div>
        """
        .formatted(label, columns.stream().map(HtmlTable::head).collect(joining()), rows);
  }

  private static String head(String column) {
    return column.startsWith(NUMBER)
        ? "<th scope=\"col\" class=\"n\">" + column.substring(1) + "</th>"
        : "<th scope=\"col\">" + column + "</th>";
  }
}
