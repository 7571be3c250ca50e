package clickcounter.tools.table;

import clickcounter.cli.Terminal;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.common.ArchivePaths;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.send.OperatorLog;
import clickcounter.tools.table.Database.Limits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where the table is: the only place that says it. */
public final class TablePath {
  private TablePath() {}

  /** The directory; none if the command line names archives, which are asked about alone. */
  public static Optional<Path> ofAllArchives(ToolSettings settings, ArchivePaths archives) {
    return archives.areNamed() ? Optional.empty() : ifAny(settings);
  }

  /** The table as it is. */
  public static Table.Source asItIs(ToolSettings settings) {
    Path root = settings.requiredDirectory(OpsSettingsTable.TABLE);
    return () -> Table.open(root);
  }

  /**
   * The table after an import of what is new in the archives of the settings, if they name any.
   *
   * @param nowMs the time of the table's state then
   */
  public static Table.Source updated(ToolSettings settings, Terminal terminal, long nowMs) {
    Path root = settings.requiredDirectory(OpsSettingsTable.TABLE);
    List<Path> archives = settings.archivesIfAny(List.of());
    return () -> {
      if (!archives.isEmpty()) {
        new Import(root, Limits.standard(), terminal)
            .run(ArchiveFiles.find(withDecisions(archives, settings)), nowMs);
      }
      return Table.open(root);
    };
  }

  public static List<Path> withDecisions(List<Path> archives, ToolSettings settings) {
    List<Path> all = new ArrayList<>(archives);
    OperatorLog.directoryIfAny(settings.read()).filter(Files::exists).ifPresent(all::add);
    return all;
  }

  public static Optional<Path> ifAny(ToolSettings settings) {
    return settings.directory(OpsSettingsTable.TABLE);
  }
}
