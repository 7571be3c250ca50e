package clickcounter.tools.check;

import static java.util.Comparator.naturalOrder;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.Texts;
import clickcounter.event.ClockLimit;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.check.Finding.Kind;
import clickcounter.tools.check.Finding.Weight;
import clickcounter.tools.common.ArchivePaths;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.table.FreshTable;
import clickcounter.tools.table.Table;
import clickcounter.tools.table.TablePath;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "check",
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

  private final List<Finding> kept = new ArrayList<>();
  private final Map<Kind, Long> found = new EnumMap<>(Kind.class);

  /** Per kind how much was found: lines, numbers or counters. */
  private final Map<Kind, Long> amounts = new EnumMap<>(Kind.class);

  /** What there is in the archives. */
  private record Totals(long events, long counters, long closed) {}

  @Override
  protected int run() throws IOException {
    ArchiveFiles files = archives.find(settings);
    ClockLimit times = settings.clockLimit(clock.millis());
    Optional<Path> directory = TablePath.ofAllArchives(settings, archives);
    Totals totals;
    try (FreshTable fresh = new FreshTable(directory, terminal)) {
      totals = ask(fresh.update(files, clock.millis()), times);
    }
    Weight gravest =
        amounts.keySet().stream().map(kind -> kind.weight).min(naturalOrder()).orElse(Weight.HINT);
    boolean isEmpty = gravest == Weight.HINT && totals.events() == 0;
    SortedMap<String, Long> byWord = new TreeMap<>();
    amounts.forEach((kind, amount) -> byWord.put(kind.word(), amount));
    print(
        Json.object()
            .with("files", files.files().size())
            .with("events", totals.events())
            .with("counters", totals.counters())
            .with("closedCounters", totals.closed())
            .with("found", byWord)
            .with("findings", kept)
            .with("filesPassedOver", OtherFiles.PassedOver.of(files)),
        out -> {
          say(
              "%s of %s in %s, %,d closed properly",
              Texts.count(totals.events(), "event"),
              Texts.count(totals.counters(), "counter"),
              Texts.count(files.files().size(), "file"),
              totals.closed());
          amounts.forEach(this::say);
          say(isEmpty ? "NO VERDICT: there is no event in these files." : gravest.verdict);
          OtherFiles.print(files, out);
        });
    return OtherFiles.status(isEmpty ? ExitCode.FAILED : gravest.status, files);
  }

  private Totals ask(Table table, ClockLimit times) throws IOException {
    table.set("most_backwards_ms", MOST_BACKWARDS_MS);
    table.setTimes(times);
    table.set("is_everything", archives.areNamed() ? 0 : 1);
    table.make("check-judged");

    table.askFiles(this::add);
    table.ask("check-bad", this::add);
    table.ask("check-twice", this::add);
    table.ask("check-times", row -> add(row, Kind.TIME, times.fault(row.getLong("time_ms"))));
    table.ask("check-after-close", this::add);
    table.ask("check-verdicts", this::add);
    // One finding for each counter.
    table
        .askRanges("check-missing")
        .forEach(
            (counter, ids) ->
                add(Kind.HOLE, ids.size(), counter, all ? ids.toString() : Texts.ids(ids)));
    if (!openOk) {
      table.ask("check-never-closed", this::add);
    }
    table.ask("check-backwards", this::add);
    table.ask("check-not-looked-up", this::add);
    return table.ask("check-totals", Totals.class).get(0);
  }

  private void add(ResultSet row) throws SQLException {
    add(row, Kind.of(row.getString("finding")), row.getString("detail"));
  }

  private void add(ResultSet row, Kind kind, String detail) throws SQLException {
    add(kind, row.getLong("amount"), row.getString("place"), detail);
  }

  /** People see it at once, programs at the end. */
  private void add(Kind kind, long amount, String place, String detail) {
    amounts.merge(kind, amount, Long::sum);
    if (found.merge(kind, 1L, Long::sum) <= SHOWN_OF_EACH_KIND || all) {
      Finding finding = new Finding(kind, kind.weight, place, detail);
      if (isJson()) {
        kept.add(finding);
      } else {
        say(finding.toString());
      }
    }
  }

  private void say(Kind kind, long amount) {
    boolean isAll = all || found.get(kind) <= SHOWN_OF_EACH_KIND;
    say("  %s: %s%s", kind.label, Texts.number(amount), isAll ? "" : " (--all shows all)");
  }
}
