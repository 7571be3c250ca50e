package clickcounter.tools.retire;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.riak.RiakSettings;
import clickcounter.store.DocumentStore;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.common.ArchivePaths;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.FileProgress;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.Texts;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.documents.Documents;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Makes a damaged or lost document of retired counters anew from the archives.",
      "",
      "Entered are the counters of this document that are closed and complete in the archives, and"
          + " that are neither in Riak nor in the directory. Name all archives there are: an event of"
          + " a retired counter that is not entered again is counted once more if it is replayed."
          + " Afterwards audit the same archives."
    },
    exitCodeList = {
      "0:the document is restored",
      "1:counters were left out: name all archives, or a replay counts their events once more",
      "3:",
      "4:"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks counters restore retired-2f --dry-run /var/log/clicks",
      "  clicks counters restore retired-2f /var/log/clicks"
    })
public final class RestoreCommand extends ToolCommand {
  @Parameters(
      index = "0",
      paramLabel = "DOCUMENT",
      description = "The key of the document, as the topology's log names it: retired-2f")
  private String key;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "PATH",
      description = ArchivePaths.DESCRIPTION)
  private List<Path> paths = List.of();

  @Option(names = "--dry-run", description = "Change nothing; print what would be entered")
  private boolean dryRun;

  @Mixin private ToolSettings settings;

  private final Backends backends;
  private final Clock clock;

  public RestoreCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal);
    this.backends = backends;
    this.clock = clock;
  }

  @Override
  protected int run() throws IOException {
    ArchiveFiles files = ArchiveFiles.find(settings.archives(paths));
    Troubles troubles = new Troubles();
    Restoration.Outcome outcome;
    RiakSettings place = settings.riak();
    try (DocumentStore store = backends.openStore(settings)) {
      new Documents(store).knownCounters(place);
      Restoration restoration = new Restoration(store, key, clock.millis());
      try (FileProgress progress = new FileProgress(terminal, "restore", files)) {
        int threads = Runtime.getRuntime().availableProcessors();
        new ArchiveScan(files.files(), threads, troubles, progress).run(restoration::sink);
      }
      troubles.requireWhole("Nothing was changed");
      outcome = restoration.run(dryRun);
    }
    report(outcome);
    OtherFiles.print(files, terminal.out());
    Texts.print(troubles.kept(), troubles.total(), terminal.out());
    if (outcome.kept().isEmpty() && outcome.entered().isEmpty()) {
      warn(
          "counters restore: no counter of "
              + key
              + " is complete in these files; nothing was changed");
      return ExitCode.MISSING;
    }
    return outcome.left().isEmpty() ? OtherFiles.status(ExitCode.OK, files) : ExitCode.MISSING;
  }

  private void report(Restoration.Outcome outcome) {
    say(
        Texts.count(outcome.entered().size(), "counter")
            + (dryRun ? " would be entered (--dry-run)" : " entered")
            + ", "
            + Texts.number(outcome.kept().size())
            + " kept");
    outcome.entered().forEach((id, events) -> say("  " + id + ": " + Texts.number(events)));
    if (!outcome.left().isEmpty()) {
      say(
          Texts.count(outcome.left().size(), "counter")
              + " not entered: in the directory, not closed, or incomplete in these files");
      outcome.left().forEach(id -> say("  " + id));
    }
  }
}
