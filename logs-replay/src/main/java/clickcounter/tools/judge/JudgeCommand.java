package clickcounter.tools.judge;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.NoVerdict;
import clickcounter.cli.Texts;
import clickcounter.event.EventKind;
import clickcounter.store.DocumentStore;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.common.ArchivePaths;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.judge.RulesFile.Rule;
import clickcounter.tools.table.FreshTable;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Past.Hold;
import clickcounter.tools.table.Table;
import clickcounter.tools.table.TablePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "judge",
    description = {
      "Finds invalid clicks of a day that is final, and writes verdicts on them into a file that is"
          + " sent like the files of services.",
      "",
      "A rule is a query in SQL of the day's counted clicks. It writes what differs from the"
          + " verdicts in the archives: an invalidation of each click that a rule finds, unless one"
          + " is in force, and a reinstatement of each click that this judge took back and no rule"
          + " finds any more. What other authors decided stays. The same archives and rules give"
          + " the same verdicts; run again, it finds nothing new and writes nothing.",
      "",
      "A verdict counts in the hour in which it is decided, not in its click's: send it soon.",
      "",
      "It asks a table: without PATH that of ops.table, into which it first imports what is new, of"
          + " ops.archive and DIR too. Otherwise it makes a temporary one: name all files of the"
          + " services, of the day before too, and all verdicts."
    },
    exitCodeList = {
      "0:the verdicts are written, or there is nothing new",
      "1:events of the day may still come, or counted ones are in no archive; nothing was written",
      "3:a file breaks off, there is no click of the day, or the file is there; nothing was written",
      "4:as 0, for the files that were read"
    },
    footer = "  clicks archive judge --day 2013-10-30 --rules rules.yaml --out /var/log/clicks/ivt")
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
      description = "The rules, each with its version; logs-replay/rules.yaml is an example")
  private Path rulesFile;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description =
          "Where the file is written, COUNTER.ndjson. What is there is read too: verdicts of"
              + " earlier runs")
  private Path directory;

  @Option(names = "--dry-run", description = "Write nothing, only say what is new")
  private boolean dryRun;

  @Override
  protected int run() throws IOException {
    RulesFile rules = RulesFile.read(rulesFile);
    requireOver();
    ArchiveFiles files = files();
    try (DocumentStore store = backends.openStore(settings);
        FreshTable fresh = new FreshTable(TablePath.ofAllArchives(settings, archives), terminal);
        Past past = past(store, fresh, files)) {
      List<String> holds = holds(past, rules);
      if (holds.isEmpty()) {
        judge(new JudgedDay(past, rules, day), rules, files);
        return OtherFiles.status(ExitCode.OK, files);
      }
      String why = "events of it may still be counted, or are in no archive of the table";
      print(
          Json.object()
              .with("day", day.toString())
              .with("reason", why)
              .with("heldOpenBy", holds)
              .with("filesPassedOver", OtherFiles.PassedOver.of(files)),
          out -> {
            out.println(day + " is not judged: " + why);
            Texts.first(holds).forEach(line -> out.println("  " + line));
            OtherFiles.print(files, out);
          });
      return ExitCode.MISSING;
    }
  }

  /** After the documents are read: whatever they call counted is archived. */
  private Past past(DocumentStore store, FreshTable fresh, ArchiveFiles files) throws IOException {
    return Past.open(
        () -> {
          Table updated = fresh.update(files, clock.millis());
          updated.requireWhole("Nothing was written"); // verdicts may stand in the rest of a file
          return updated;
        },
        new Documents(store),
        settings.riak(),
        clock.instant());
  }

  /** What keeps the day, and the time before it at which rules look, from being final. */
  private List<String> holds(Past past, RulesFile rules) {
    long fromMs = JudgedDay.startMs(day) - rules.before().toMillis();
    long toMs = JudgedDay.startMs(day.plusDays(1));
    return past.waits(fromMs, toMs).stream().map(Hold::text).toList();
  }

  /** How many clicks each rule finds that no earlier one does, by its reason. */
  private static Map<String, Long> find(JudgedDay judged, RulesFile rules) {
    Map<String, Long> found = new LinkedHashMap<>();
    for (Rule rule : rules.rules()) {
      found.merge(rule.reason(), judged.find(rule), Long::sum);
    }
    found.values().removeIf(count -> count == 0);
    return found;
  }

  private void requireOver() {
    long endMs = JudgedDay.startMs(day.plusDays(1));
    require(
        clock.millis() >= endMs + Past.TOLERANCE.toMillis(),
        "--day: expected a day of UTC that is over by every clock, got %s, which ends at %s",
        day,
        Instant.ofEpochMilli(endMs));
  }

  private ArchiveFiles files() throws IOException {
    List<Path> all = TablePath.withDecisions(archives.of(settings), settings);
    if (Files.exists(directory)) {
      all.add(directory);
    }
    return ArchiveFiles.find(all);
  }

  private void judge(JudgedDay judged, RulesFile rules, ArchiveFiles files) throws IOException {
    JudgedDay.Clicks clicks = judged.clicks();
    if (clicks.clicks() == 0) {
      throw new NoVerdict("NO VERDICT: there is no click of " + day + " that is counted.");
    }
    Map<String, Long> found = find(judged, rules);
    Differences differences = judged.differences(clock.millis());
    Path file = dryRun || differences.isEmpty() ? null : differences.write(directory);
    print(
        Json.object()
            .with("day", day.toString())
            .with("counterId", differences.isEmpty() ? null : differences.counterId())
            .with("file", file)
            .with("clicks", clicks.clicks())
            .with("withoutVisitor", clicks.withoutVisitor())
            .with("found", found)
            .with("stands", differences.stands())
            .with("leftToOthers", differences.left())
            .with("invalidations", differences.count(EventKind.INVALIDATION))
            .with("reinstatements", differences.count(EventKind.REINSTATEMENT))
            .with("takenBackMicros", differences.takenBackMicros())
            .with("filesPassedOver", OtherFiles.PassedOver.of(files)),
        out -> {
          say(
              "%s: %s, %s of them without a visitor",
              day, Texts.count(clicks.clicks(), "click"), Texts.number(clicks.withoutVisitor()));
          found.forEach((reason, count) -> say("  " + reason + ": " + Texts.number(count)));
          print(differences, file);
          OtherFiles.print(files, out);
        });
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
