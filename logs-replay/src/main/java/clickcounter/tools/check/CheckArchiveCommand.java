package clickcounter.tools.check;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.Terminal;
import clickcounter.cli.Texts;
import clickcounter.event.ClockLimit;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.check.ArchiveCheck.Totals;
import clickcounter.tools.check.Finding.Weight;
import clickcounter.tools.common.ArchivePaths;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.table.FreshTable;
import clickcounter.tools.table.Table;
import clickcounter.tools.table.TablePath;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Checks whether what a service writes is what is counted. Needs neither broker nor Riak.",
      "",
      "Wrong are lines that are no events, numbers that occur twice with different content,"
          + " implausible times, events after the close of their counter, and verdicts that do not"
          + " fit their click or of which more than one is in force. Missing are numbers of"
          + " a counter, the ends of half lines, and close events.",
      "",
      "It asks a table: without PATH that of ops.table, into which it first"
          + " imports what is new. Otherwise it makes a temporary one, and deletes it."
    },
    exitCodeList = {
      "0:what is written is what is counted",
      "1:numbers are missing, or counters were never closed",
      "2:lines are no events, or an event does not count what it should",
      "3:a file is damaged or cannot be read, or no file has an event",
      "4:as 0, for the files that were read"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks archive check /var/log/clicks",
      "  clicks archive check --open-ok /var/log/clicks/hostA/today.ndjson",
      "  clicks archive check --all --json /var/log/clicks"
    })
public final class CheckArchiveCommand extends ResultCommand {
  @Mixin private ArchivePaths archives;

  @Option(
      names = "--all",
      description = "Show everything that was found, not the first 20 of each kind")
  private boolean all;

  @Option(
      names = "--open-ok",
      description = "Counters without a close event are fine: they still run")
  private boolean openOk;

  private final Clock clock;

  public CheckArchiveCommand(Terminal terminal, Clock clock) {
    super(terminal);
    this.clock = clock;
  }

  @Override
  protected int run() throws IOException {
    ArchiveFiles files = archives.find(settings);
    ClockLimit times = settings.clockLimit(clock.millis());
    Optional<Path> directory = TablePath.ofAllArchives(settings, archives);
    List<Finding> kept = new ArrayList<>();
    Totals totals;
    ArchiveCheck check;
    try (FreshTable fresh = FreshTable.at(directory, terminal)) {
      Table table = fresh.update(files, clock.millis());
      check =
          new ArchiveCheck(table, all, isJson() ? kept::add : finding -> say(finding.toString()));
      totals = check.run(!archives.areNamed(), times, openOk);
    }
    Weight gravest = check.gravest();
    boolean isEmpty = gravest == Weight.HINT && totals.events() == 0;
    print(
        Json.object()
            .with("files", files.files().size())
            .with("events", totals.events())
            .with("counters", totals.counters())
            .with("closedCounters", totals.closed())
            .with("found", check.amounts())
            .with("findings", kept)
            .with("filesPassedOver", OtherFiles.PassedOver.of(files)),
        out -> {
          say(
              "%s of %s in %s, %,d closed properly",
              Texts.count(totals.events(), "event"),
              Texts.count(totals.counters(), "counter"),
              Texts.count(files.files().size(), "file"),
              totals.closed());
          check.text().forEach(this::say);
          say(isEmpty ? "NO VERDICT: there is no event in these files." : gravest.verdict);
          OtherFiles.print(files, out);
        });
    return OtherFiles.status(isEmpty ? ExitCode.FAILED : gravest.status, files);
  }
}
