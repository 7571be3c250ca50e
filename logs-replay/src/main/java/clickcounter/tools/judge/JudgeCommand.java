package clickcounter.tools.judge;

import clickcounter.cli.NoVerdict;
import clickcounter.cli.Terminal;
import clickcounter.event.EventKind;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.common.ArchivePaths;
import clickcounter.tools.common.FileProgress;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.common.Texts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "judge",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Finds invalid clicks of a day that is over, and writes verdicts on them into a file that is"
          + " sent like the files of services.",
      "",
      "It writes what differs from the verdicts in the files: an invalidation of each click that a"
          + " rule finds, unless one is in force, and a reinstatement of each click that this judge"
          + " took back and no rule finds any more. What other authors decided stays. The same files"
          + " and rules give the same verdicts; run again, it finds nothing new and writes nothing.",
      "",
      "A verdict counts in the hour in which it is decided, not in its click's: send it soon.",
      "",
      "Name all files of the services, of the day before too, and all verdicts. Needs neither broker"
          + " nor Riak, and some 150 bytes of memory for each click of the day, 400 for each verdict"
          + " since then."
    },
    exitCodeList = {
      "0:the verdicts are written, or there is nothing new",
      "3:a file breaks off, there is no click of the day, or the file is there; nothing was written",
      "4:as 0, for the files that were read"
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  clicks archive judge --day 2013-10-30 --rules rules.yaml --out /var/log/clicks/ivt"
          + " /var/log/clicks"
    })
public final class JudgeCommand extends ResultCommand {
  @Mixin private ArchivePaths archives;

  @Option(
      names = "--day",
      required = true,
      paramLabel = "DATE",
      description = "The day of UTC on which the clicks happened")
  private LocalDate day;

  @Option(
      names = "--rules",
      required = true,
      paramLabel = "FILE",
      description = "The rules, each with its version; logs-replay/ARCHIVE.md has an example")
  private Path rulesFile;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description =
          "Where the file is written, COUNTER.ndjson. What is there is read too: verdicts of earlier"
              + " runs")
  private Path directory;

  @Option(names = "--dry-run", description = "Write nothing, only say what is new")
  private boolean dryRun;

  private final Clock clock;

  public JudgeCommand(Terminal terminal, Clock clock) {
    super(terminal);
    this.clock = clock;
  }

  @Override
  protected int run() throws IOException {
    RulesFile rules = RulesFile.read(rulesFile);
    Author author = rules.author(day);
    requireOver(author);
    ArchiveFiles files = files();
    JudgedDay judged = read(files, author, rules);
    String[] reasons = judged.reasons(rules.rules());
    Differences differences = Differences.of(author, judged, reasons, clock.millis());
    Path file = null;
    if (!dryRun && !differences.isEmpty()) {
      file = differences.write(directory);
    }
    print(judged.clicks(), found(reasons), differences, file, files);
    return OtherFiles.status(0, files);
  }

  private void requireOver(Author author) {
    if (clock.millis() < author.toMs()) {
      throw new IllegalArgumentException(
          "--day: expected a day of UTC that is over, got %s, which ends at %s"
              .formatted(day, Instant.ofEpochMilli(author.toMs())));
    }
  }

  private ArchiveFiles files() throws IOException {
    List<Path> all = new ArrayList<>(archives.of(settings));
    ArchiveFiles.find(all);
    if (Files.exists(directory)) {
      all.add(directory);
    }
    return ArchiveFiles.find(all);
  }

  private JudgedDay read(ArchiveFiles files, Author author, RulesFile rules) throws IOException {
    int threads = Runtime.getRuntime().availableProcessors();
    DayReader reader = new DayReader(files, author, rules.withinMs(), threads);
    JudgedDay read;
    try (FileProgress progress = new FileProgress(terminal, "judge", files)) {
      read = reader.readClicks(progress);
    }
    if (read.clicks().count() == 0) {
      throw new NoVerdict("NO VERDICT: there is no click of " + day + " in these files.");
    }
    if (rules.needsImpressions()) {
      try (FileProgress progress = new FileProgress(terminal, "impressions", files)) {
        reader.readImpressions(read.clicks(), progress);
      }
    }
    if (!json) {
      Texts.print(reader.troubles().kept(), reader.troubles().total(), terminal.out());
    }
    return read;
  }

  /** How many clicks each rule finds, by its reason; the first that finds a click counts. */
  private static Map<String, Long> found(String[] reasons) {
    Map<String, Long> found = new LinkedHashMap<>();
    Stream.of(reasons)
        .filter(Objects::nonNull)
        .forEach(reason -> found.merge(reason, 1L, Long::sum));
    return found;
  }

  /**
   * @param file null if nothing was written
   */
  private void print(
      DayClicks clicks,
      Map<String, Long> found,
      Differences differences,
      Path file,
      ArchiveFiles files)
      throws IOException {
    print(
        Json.object()
            .with("day", day.toString())
            .with("counterId", differences.isEmpty() ? null : differences.counterId())
            .with("file", file)
            .with("clicks", clicks.count())
            .with("withoutVisitor", clicks.countWithoutVisitor())
            .with("found", found)
            .with("stands", differences.stands())
            .with("leftToOthers", differences.left())
            .with("invalidations", differences.count(EventKind.INVALIDATION))
            .with("reinstatements", differences.count(EventKind.REINSTATEMENT))
            .with("takenBackMicros", differences.takenBackMicros())
            .with("filesPassedOver", Json.PassedOverJson.of(files)),
        out -> {
          print(clicks, found);
          print(differences, file);
          OtherFiles.print(files, out);
        });
  }

  private void print(DayClicks clicks, Map<String, Long> found) {
    say(
        "%s: %s, %s of them without a visitor, which no rule finds",
        day, Texts.count(clicks.count(), "click"), Texts.number(clicks.countWithoutVisitor()));
    found.forEach((reason, count) -> say("  " + reason + ": " + Texts.number(count)));
  }

  private void print(Differences differences, Path file) {
    say(
        "%s of those found are invalid already, %s were reinstated by others and stay charged",
        Texts.number(differences.stands()), Texts.number(differences.left()));
    if (differences.isEmpty()) {
      say("NOTHING NEW: no verdict is to be written.");
      return;
    }
    say(
        "New: %s and %s, costs fall by %s",
        Texts.count(differences.count(EventKind.INVALIDATION), "invalidation"),
        Texts.count(differences.count(EventKind.REINSTATEMENT), "reinstatement"),
        Texts.money(differences.takenBackMicros()));
    say(
        file == null
            ? "Nothing was written (dry run). The counter would be " + differences.counterId()
            : "Written: " + file + ". Send it: clicks archive replay " + file);
  }
}
