package clickcounter.tools.table;

import clickcounter.cli.Terminal;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.table.Database.Limits;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Tables for tests of questions. */
final class SmallTable {
  static final Limits LIMITS = new Limits(200, 1);

  private SmallTable() {}

  static Import into(Path table) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    return new Import(table, LIMITS, new Terminal(nowhere, nowhere, false));
  }

  /** The table of these lines, below a directory. */
  static Table of(Path root, List<String> lines) throws IOException {
    Path file = Files.write(root.resolve("a.ndjson"), lines);
    into(root.resolve("table")).run(ArchiveFiles.find(List.of(file)), 1);
    return Table.open(root.resolve("table"), LIMITS);
  }

  /** The rows of an answer, each with its first columns separated by blanks. */
  static List<String> answer(Table table, String question, int columns) throws IOException {
    List<String> answer = new ArrayList<>();
    table.ask(
        question,
        row -> {
          List<String> words = new ArrayList<>();
          for (int column = 1; column <= columns; column++) {
            words.add(row.getString(column));
          }
          answer.add(String.join(" ", words));
        });
    return answer;
  }
}
