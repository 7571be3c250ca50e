package clickcounter.tools.table;

import clickcounter.cli.ShutdownHooks;
import clickcounter.cli.Terminal;
import clickcounter.cli.Trees;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.table.Database.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A table into which all that is new in archives was imported before questions are asked: one that
 * stays, or a temporary one, which is deleted in the end.
 */
public final class FreshTable implements AutoCloseable {
  private final Path root;
  private final boolean isTemporary;
  private final Thread deletion;
  private List<FileState> brokenOff = List.of();
  private Table table;

  private FreshTable(Path root, boolean isTemporary) {
    this.root = root;
    this.isTemporary = isTemporary;
    this.deletion = new Thread(this::end, "delete-table");
  }

  /**
   * Where it will be; nothing is imported yet.
   *
   * @param directory of the table that stays; empty for a temporary one
   */
  public static FreshTable in(Optional<Path> directory) throws IOException {
    boolean isTemporary = directory.isEmpty();
    Path root = isTemporary ? Files.createTempDirectory("clicks-table") : directory.get();
    FreshTable fresh = new FreshTable(root, isTemporary);
    Runtime.getRuntime().addShutdownHook(fresh.deletion);
    return fresh;
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
    FreshTable fresh = in(directory);
    try {
      fresh.update(archives, terminal, nowMs);
      fresh.table = Table.open(fresh.root);
      return fresh;
    } catch (IOException | RuntimeException | Error e) {
      fresh.close();
      throw e;
    }
  }

  public Path root() {
    return root;
  }

  /**
   * Imports what is new.
   *
   * @throws IOException if another import works on the table, or it cannot be written
   */
  public void update(ArchiveFiles archives, Terminal terminal, long nowMs) throws IOException {
    brokenOff = new Import(root, Limits.standard(), terminal).run(archives, nowMs).brokenOff();
  }

  /**
   * For a command that needs every line of every file that was imported.
   *
   * @param state what was changed until now, a sentence for the message
   * @throws IOException naming the first file that was not read to its end
   */
  public void requireWhole(String state) throws IOException {
    if (!brokenOff.isEmpty()) {
      throw new IOException(
          "expected files that can be read to their end, found %s that cannot, the first is %s. %s. Is it still being written or copied? Run it again when all files are whole"
              .formatted(brokenOff.size(), brokenOff.get(0).text(), state));
    }
  }

  public Table table() {
    return table;
  }

  private void deleteTemporary() throws IOException {
    if (isTemporary) {
      Trees.delete(root);
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
