package clickcounter.tools.table;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.Texts;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.FileState;
import clickcounter.tools.common.ArchivePaths;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.table.Database.Limits;
import clickcounter.tools.table.Import.Imported;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "import",
    description = {
      "Reads archives once and keeps their events as a table of Parquet files, which questions and"
          + " other programs read. Needs neither broker nor Riak.",
      "",
      "It reads what is new since the last import: new files, and the ends of files that grew. An event that"
          + " stands in several files is one row; two different events with one id are two. What is no event"
          + " is kept with its place and the reason. If it is killed, run it again.",
      "",
      "It also reads ops.archive, where commands archive operators' decisions. logs-replay/TABLE.md says"
          + " what stands in the table."
    },
    exitCodeList = {
      "0:the table has what the archives have",
      "3:as 0, but a file is damaged or cannot be read; or nothing was changed",
      "4:"
    },
    footer = "  clicks archive import --set ops.table=/var/lib/clicks/table /var/log/clicks")
public final class ImportCommand extends ResultCommand {
  @Mixin private ArchivePaths archives;

  @Override
  protected int run() throws IOException {
    ArchiveFiles files =
        ArchiveFiles.find(TablePath.withDecisions(archives.of(settings), settings));
    Path table = settings.requiredDirectory(OpsSettingsTable.TABLE);
    Imported imported = new Import(table, Limits.standard(), terminal).run(files, clock.millis());
    print(json(imported, files), out -> print(imported, files));
    return imported.brokenOff().isEmpty() ? OtherFiles.status(ExitCode.OK, files) : ExitCode.FAILED;
  }

  private static Json.Fields json(Imported imported, ArchiveFiles files) {
    return Json.object()
        .with("files", files.files().size())
        .with("filesRead", imported.files())
        .with("events", imported.events())
        .with("bad", imported.bad())
        .with("days", imported.days())
        .with("brokenOff", Json.list(imported.brokenOff(), ImportCommand::json))
        .with("filesPassedOver", OtherFiles.PassedOver.of(files));
  }

  private static Json.Fields json(FileState state) {
    return Json.object()
        .with("file", state.file())
        .with("ending", state.ending())
        .with("byteNumber", state.read().offset())
        .with("detail", state.detail());
  }

  private void print(Imported imported, ArchiveFiles files) {
    say(
        "%s of %s read, %s in all; %s changed",
        Texts.count(imported.events(), "event line"),
        Texts.count(imported.files(), "new or changed file"),
        Texts.count(files.files().size(), "file"),
        Texts.count(imported.days().size(), "day"));
    if (imported.bad() > 0) {
      say(Texts.count(imported.bad(), "line") + " of them no event: they are in bad/*.parquet");
    }
    for (FileState each : imported.brokenOff()) {
      say(
          "%s: %s after byte %d: %s. What stands before is imported. Import it again when it is whole",
          each.file(), each.ending(), each.read().offset(), each.detail());
    }
    OtherFiles.print(files, terminal.out());
  }
}
