package clickcounter.tools;

import static java.util.stream.Collectors.joining;

import clickcounter.cli.Durations;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.event.CounterId;
import clickcounter.ids.LongRanges;
import clickcounter.tools.Json.PassedOverJson;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.archive.Troubles.Trouble;
import clickcounter.tools.check.ArchiveCheck;
import clickcounter.tools.check.ArchiveCheck.Clash;
import clickcounter.tools.check.CheckedCounter;
import clickcounter.tools.check.Renumbering;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "check-archive",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Says whether what a service writes is what is counted.",
      "",
      "It reads archives and nothing else. It finds lines that are no events, numbers that are missing"
          + " or taken twice, events behind the closing one, times that are ahead, and counters that"
          + " were never closed.",
      "",
      "Of several events with one number only one is counted. --renumber writes corrected copies of"
          + " the files in which that happened: the first event keeps its number, the others get"
          + " numbers of a new counter. Put them in the place of the originals, then recount both"
          + " counters."
    },
    exitCodeList = {
      "0:all lines are events, numbered one by one, of closed counters",
      "1:numbers are missing, or counters are not closed",
      "2:lines are no events, or numbers are taken twice",
      "3:",
      "4:the files that were read are right"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks check-archive --open-ok /var/log/clicks/hostA",
      "  clicks check-archive --json /var/log/clicks",
      "  clicks check-archive --renumber /var/tmp/corrected /var/log/clicks/hostA"
    })
final class CheckArchiveCommand extends ToolCommand {
  private static final int MAX_NAMED = 20;

  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description = "Files (plain, .gz, .zst), directories (links are followed) or patterns")
  private List<Path> paths;

  @Option(
      names = "--open-ok",
      description = "Accept counters that are not closed, of services that still run")
  private boolean openOk;

  @Option(
      names = "--max-ahead",
      paramLabel = "DURATION",
      converter = Durations.class,
      defaultValue = "1h",
      description =
          "How far an event's time may be ahead of this machine's clock, as the setting"
              + " maxClockAheadMs. Default: ${DEFAULT-VALUE}")
  private Duration maxAhead;

  @Option(
      names = "--renumber",
      paramLabel = "DIR",
      description = "Write corrected files into this directory, which is empty or not there")
  private Path renumberInto;

  @Option(names = "--json", description = "Print the result as JSON")
  private boolean json;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads that read. Default: one per processor")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Mixin private OtherFiles others;

  private final Clock clock;
  private final RandomGenerator random;

  CheckArchiveCommand(Terminal terminal, Clock clock, RandomGenerator random) {
    super(terminal);
    this.clock = clock;
    this.random = random;
  }

  @Override
  protected int run() throws IOException {
    requireAtLeast("--threads", threads, 1);
    if (renumberInto != null) {
      requireEmpty(renumberInto);
    }
    ArchiveFiles files = ArchiveFiles.find(paths);
    Troubles troubles = new Troubles();
    ArchiveCheck check =
        new ArchiveCheck(files.files(), threads, troubles, clock.millis() + maxAhead.toMillis());
    ArchiveCheck.Findings findings;
    try (FileProgress progress = new FileProgress(terminal, "check-archive", files)) {
      findings = check.run(progress);
    }
    Renumbering renumbering = renumberInto == null ? null : renumber(findings);
    if (json) {
      Json.print(terminal.out(), ResultJson.of(findings, troubles, files));
    } else {
      others.print(files, terminal.out());
      print(findings, troubles);
    }
    if (renumbering != null) {
      say(renumbering);
    }
    return exitCode(findings, troubles, files);
  }

  private static void requireEmpty(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> inside = Files.list(directory)) {
      if (inside.findAny().isPresent()) {
        throw new IllegalArgumentException(
            "--renumber: expected a directory that is empty or not there, found files in "
                + directory
                + ". Nothing was written");
      }
    }
  }

  private Renumbering renumber(ArchiveCheck.Findings findings) throws IOException {
    if (!findings.compared()) {
      throw new IOException(
          "more than "
              + Texts.number(ArchiveCheck.MOST_COMPARED)
              + " numbers are repeated: check fewer files at a time. Nothing was written");
    }
    String counterId = CounterId.create("renumbered", clock.instant(), random);
    Renumbering renumbering = new Renumbering(findings.clashes(), counterId, clock.millis());
    if (renumbering.events() > 0) {
      renumbering.write(renumberInto);
    }
    return renumbering;
  }

  private void say(Renumbering renumbering) {
    if (renumbering.events() == 0) {
      terminal.err().println("check-archive: no number is taken twice; nothing was written");
      return;
    }
    terminal
        .err()
        .println(
            "check-archive: "
                + Texts.count(renumbering.events(), "event")
                + " got new numbers. The files in "
                + renumberInto
                + " replace these:");
    renumbering.replaced().forEach(file -> terminal.err().println("  " + file));
    terminal
        .err()
        .println("Then: recount" + counters(renumbering) + " PATH…, with all archives there are");
  }

  private static String counters(Renumbering renumbering) {
    return renumbering.counterIds().stream().map(id -> " --counter " + id).collect(joining());
  }

  private void print(ArchiveCheck.Findings findings, Troubles troubles) {
    Texts.print(troubles.kept(), troubles.total(), terminal.out());
    findings.counters().forEach(this::print);
    printClashes(findings);
    long events = findings.counters().stream().mapToLong(CheckedCounter::events).sum();
    say(
        Texts.count(events, "event")
            + " of "
            + Texts.count(findings.counters().size(), "counter")
            + (findings.copies() == 0
                ? ""
                : ", " + Texts.count(findings.copies(), "line") + " repeated, which is harmless"));
  }

  private void print(CheckedCounter counter) {
    if (!counter.holes().isEmpty()) {
      say(counter.counterId() + ": no line has " + Texts.ids(counter.holes()));
    }
    if (!counter.afterClose().isEmpty()) {
      say(counter.counterId() + ": after its close come " + Texts.ids(counter.afterClose()));
    }
    if (counter.ahead() > 0) {
      say(
          counter.counterId()
              + ": "
              + Texts.count(counter.ahead(), "event")
              + " ahead of this machine's clock, the last at "
              + Texts.time(counter.lastEventAtMs()));
    }
    if (!counter.isClosed() && !openOk) {
      say(
          counter.counterId()
              + ": not closed; its last event is of "
              + Texts.time(counter.lastEventAtMs()));
    }
  }

  private void printClashes(ArchiveCheck.Findings findings) {
    List<Clash> clashes = findings.clashes();
    if (clashes.isEmpty()) {
      return;
    }
    say("Numbers that several events have; only one of them is counted:");
    clashes.stream()
        .limit(MAX_NAMED)
        .forEach(
            clash -> {
              say("  " + clash.counterId() + ":" + clash.sequence());
              clash.places().forEach((text, place) -> say("    " + place + ": " + text));
            });
    if (clashes.size() > MAX_NAMED) {
      say("  … and " + Texts.number(clashes.size() - MAX_NAMED) + " more");
    }
  }

  private int exitCode(ArchiveCheck.Findings findings, Troubles troubles, ArchiveFiles files) {
    if (troubles.count(Trouble.Kind.UNREADABLE) > 0) {
      return ExitCode.FAILED;
    }
    boolean wrong =
        troubles.total() > 0
            || !findings.clashes().isEmpty()
            || findings.counters().stream()
                .anyMatch(c -> c.ahead() > 0 || !c.afterClose().isEmpty());
    if (wrong) {
      return ExitCode.WRONG;
    }
    boolean missing =
        findings.counters().stream()
            .anyMatch(c -> !c.holes().isEmpty() || !c.isClosed() && !openOk);
    return missing ? ExitCode.MISSING : others.status(ExitCode.OK, files);
  }

  private record CounterJson(
      String counterId,
      long events,
      boolean closed,
      LongRanges holes,
      LongRanges afterClose,
      long ahead,
      long firstEventAt,
      long lastEventAt) {
    static CounterJson of(CheckedCounter counter) {
      return new CounterJson(
          counter.counterId(),
          counter.events(),
          counter.isClosed(),
          counter.holes(),
          counter.afterClose(),
          counter.ahead(),
          counter.firstEventAtMs(),
          counter.lastEventAtMs());
    }
  }

  private record ClashJson(String eventId, List<String> places, List<String> lines) {
    static ClashJson of(Clash clash) {
      return new ClashJson(
          clash.counterId() + ":" + clash.sequence(),
          clash.places().values().stream().map(Object::toString).toList(),
          List.copyOf(clash.places().keySet()));
    }
  }

  private record ResultJson(
      List<CounterJson> counters,
      long repeatedLines,
      List<ClashJson> takenTwice,
      long badParts,
      List<Trouble> firstBadParts,
      PassedOverJson passedOver) {
    static ResultJson of(ArchiveCheck.Findings findings, Troubles troubles, ArchiveFiles files) {
      return new ResultJson(
          findings.counters().stream().map(CounterJson::of).toList(),
          findings.copies(),
          findings.clashes().stream().map(ClashJson::of).toList(),
          troubles.total(),
          troubles.kept(),
          PassedOverJson.of(files));
    }
  }
}
