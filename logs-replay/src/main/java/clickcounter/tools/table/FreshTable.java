package clickcounter.tools.table;

import clickcounter.cli.ShutdownHooks;
import clickcounter.cli.Terminal;
import clickcounter.cli.Trees;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.table.Database.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A table into which all that is new in archives was imported before questions are asked: one that
 * stays, or a temporary one, which is deleted in the end.
 */
public final class FreshTable implements AutoCloseable {
  /** Null for a table that stays. */
  private final Path temporary;

  private final Path root;
  private final Terminal terminal;
  private final Thread deletion;
  private Table table;

  /**
   * The place of a table, which is not opened yet.
   *
   * @param directory of the table that stays; empty for a temporary one
   */
  public FreshTable(Optional<Path> directory, Terminal terminal) throws IOException {
    this.temporary = directory.isPresent() ? null : Files.createTempDirectory("clicks-table");
    this.root = directory.orElse(temporary);
    this.terminal = terminal;
    this.deletion = new Thread(this::end, "delete-table");
    Runtime.getRuntime().addShutdownHook(deletion);
  }

  /**
   * Imports what is new in these archives and opens the table, instead of the one that was opened
   * before.
   *
   * @throws IOException if another import works on the table, or it cannot be written
   */
  public Table update(ArchiveFiles archives, long nowMs) throws IOException {
    try (Table before = table) {
      table = null;
      new Import(root, Limits.standard(), terminal).run(archives, nowMs);
    }
    table = Table.open(root);
    return table;
  }

  private void deleteTemporary() throws IOException {
    if (temporary != null) {
      Trees.delete(temporary);
    }
  }

  /** The JVM ends while the table is used. */
  private void end() {
    try {
      deleteTemporary();
    } catch (IOException e) {
      // Somebody still writes to it. What is left is among the temporary files.
      return;
    }
  }

  @Override
  public void close() throws IOException {
    ShutdownHooks.remove(deletion);
    try (Table opened = table) {
      deleteTemporary();
    }
  }
}
