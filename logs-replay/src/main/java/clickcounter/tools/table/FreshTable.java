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
  private final Path root;
  private final Path temporary;
  private final Terminal terminal;
  private final Thread deletion;
  private Table table;

  private FreshTable(Path root, Path temporary, Terminal terminal) {
    this.root = root;
    this.temporary = temporary;
    this.terminal = terminal;
    this.deletion = new Thread(this::end, "delete-table");
  }

  /**
   * Imports and opens it.
   *
   * @param directory of the table that stays; empty for a temporary one
   * @throws IOException if another import works on the table, or it cannot be written
   */
  public static FreshTable of(
      Optional<Path> directory, ArchiveFiles archives, Terminal terminal, long nowMs)
      throws IOException {
    FreshTable fresh = in(directory, terminal);
    try {
      fresh.refresh(archives, nowMs);
      return fresh;
    } catch (IOException | RuntimeException | Error e) {
      fresh.close();
      throw e;
    }
  }

  /** The same, for a table that is imported and opened later. */
  public static FreshTable in(Optional<Path> directory, Terminal terminal) throws IOException {
    Path temporary = directory.isPresent() ? null : Files.createTempDirectory("clicks-table");
    FreshTable fresh = new FreshTable(directory.orElse(temporary), temporary, terminal);
    Runtime.getRuntime().addShutdownHook(fresh.deletion);
    return fresh;
  }

  /** Imports what is new, and opens the table in this state, instead of the one before. */
  public Table refresh(ArchiveFiles archives, long nowMs) throws IOException {
    if (table != null) {
      table.close();
    }
    new Import(root, Limits.standard(), terminal).run(archives, nowMs);
    table = Table.open(root);
    return table;
  }

  public Table table() {
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
