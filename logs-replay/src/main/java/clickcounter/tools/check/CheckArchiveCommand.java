package clickcounter.tools.check;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.check.ArchiveCheck.CheckLimits;
import clickcounter.tools.check.ArchiveCheck.Summary;
import clickcounter.tools.check.Finding.Kind;
import clickcounter.tools.check.Finding.Weight;
import clickcounter.tools.common.ArchivePaths;
import clickcounter.tools.common.FileProgress;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.common.Texts;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
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
          + " a counter, the ends of half lines, and close events. Numbers that occur twice with the"
          + " same content are counted once, and only mentioned."
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
  private static final long SHOWN_OF_EACH_KIND = 20;

  /** A minute: threads of a service, and clocks that are set, make less. */
  private static final long MOST_BACKWARDS_MS = 60_000;

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
    List<Finding> kept = new ArrayList<>();
    Consumer<Finding> shown = json ? kept::add : finding -> say(finding.toString());
    ArchiveFindings findings =
        new ArchiveFindings(all ? Long.MAX_VALUE : SHOWN_OF_EACH_KIND, shown);
    CheckLimits limits =
        new CheckLimits(
            settings.clockLimit(clock.millis()),
            MOST_BACKWARDS_MS,
            openOk,
            VerdictCheck.JUDGED_AT_ONCE);
    Summary summary;
    try (Passes passes = new Passes(files)) {
      summary = new ArchiveCheck(limits, findings, this::ids).run(files, passes::next);
    }
    print(
        json(summary, findings, kept, files),
        out -> {
          print(summary, findings);
          OtherFiles.print(files, out);
        });
    return status(summary, findings, files);
  }

  private String ids(LongRanges numbers) {
    return all ? numbers.toString() : Texts.ids(numbers);
  }

  private int status(Summary summary, ArchiveFindings findings, ArchiveFiles files) {
    if (findings.any(Weight.UNREADABLE)) {
      return ExitCode.FAILED;
    }
    if (isNothing(summary, findings)) {
      return ExitCode.FAILED;
    }
    if (findings.any(Weight.WRONG)) {
      return ExitCode.WRONG;
    }
    return findings.any(Weight.MISSING) ? ExitCode.MISSING : OtherFiles.status(ExitCode.OK, files);
  }

  private void print(Summary summary, ArchiveFindings findings) {
    say(
        Texts.count(summary.events(), "event")
            + " of "
            + Texts.count(summary.counters(), "counter")
            + " in "
            + Texts.count(summary.files(), "file")
            + ", "
            + Texts.number(summary.closedCounters())
            + " closed properly, longest line "
            + Texts.count(summary.longestLineBytes(), "byte"));
    findings
        .amounts()
        .forEach(
            (kind, amount) ->
                say(
                    "  %s: %s%s"
                        .formatted(
                            kind.label(),
                            Texts.number(amount),
                            findings.notShown(kind) == 0 ? "" : " (--all shows all)")));
    say(verdict(summary, findings));
  }

  /** There is nothing that could be right or wrong. */
  private static boolean isNothing(Summary summary, ArchiveFindings findings) {
    return summary.events() == 0 && !findings.any(Weight.WRONG) && !findings.any(Weight.MISSING);
  }

  private static String verdict(Summary summary, ArchiveFindings findings) {
    if (findings.any(Weight.UNREADABLE)) {
      return "NO VERDICT: files are damaged, see above.";
    }
    if (isNothing(summary, findings)) {
      return "NO VERDICT: there is no event in these files.";
    }
    if (findings.any(Weight.WRONG)) {
      return "WRONG: not everything that is written counts what it should.";
    }
    return findings.any(Weight.MISSING)
        ? "MISSING: everything that is written is counted, but something is missing."
        : "FINE: what is written is what is counted.";
  }

  private static Json.Fields json(
      Summary summary, ArchiveFindings findings, List<Finding> kept, ArchiveFiles files) {
    SortedMap<String, Long> found = new TreeMap<>();
    findings.amounts().forEach((kind, amount) -> found.put(name(kind), amount));
    return Json.object()
        .with("files", summary.files())
        .with("events", summary.events())
        .with("counters", summary.counters())
        .with("closedCounters", summary.closedCounters())
        .with("longestLineBytes", summary.longestLineBytes())
        .with("found", found)
        .with("findings", Json.list(kept, CheckArchiveCommand::json))
        .with("filesPassedOver", Json.PassedOverJson.of(files));
  }

  private static Json.Fields json(Finding finding) {
    return Json.object()
        .with("kind", name(finding.kind()))
        .with("weight", finding.kind().weight().name().toLowerCase(Locale.ROOT))
        .with("place", finding.place())
        .with("detail", finding.detail());
  }

  private static String name(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The progress of each pass over the files. */
  private final class Passes implements AutoCloseable {
    private final ArchiveFiles files;
    private FileProgress current;

    Passes(ArchiveFiles files) {
      this.files = files;
    }

    ScanProgress next() {
      String task = current == null ? "check" : "compare";
      close();
      current = new FileProgress(terminal, task, files);
      return current;
    }

    @Override
    public void close() {
      if (current != null) {
        current.close();
      }
    }
  }
}
