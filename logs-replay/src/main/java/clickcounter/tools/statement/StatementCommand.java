package clickcounter.tools.statement;

import clickcounter.cli.ExitCode;
import clickcounter.cli.NoVerdict;
import clickcounter.cli.Terminal;
import clickcounter.riak.RiakSettings;
import clickcounter.store.DocumentStore;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.common.ArchivePaths;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.FileProgress;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.StoreCommand;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.series.By;
import clickcounter.tools.series.Finality;
import clickcounter.tools.series.KnownCounters;
import clickcounter.tools.series.SeriesRange;
import clickcounter.tools.series.SeriesRange.Period;
import clickcounter.tools.series.SeriesTimes;
import clickcounter.tools.series.Slots;
import clickcounter.tools.series.files.ArchivedCounters;
import clickcounter.tools.statement.Statement.Day;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "statement",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Prints what an ad counted in a time, so that a bill can be checked line by line.",
      "",
      "Each day has all clicks (gross), those that were filtered, invalidated and reinstated, and those"
          + " that are charged. Then each correction follows: the verdict, its click, its cost and its"
          + " reason. A verdict is of the day of its click.",
      "",
      "The archives say what the events are, the counters' documents which of them are counted. Name"
          + " the archives of the time and of the days around it, and those of all verdicts: if a counted"
          + " event that may be of the time is in none of them, nothing is printed."
    },
    exitCodeList = {
      "0:all days are final: no click can come, but a verdict can",
      "1:clicks may still come, or the ad has no document",
      "3:or counted events that may be of the time are in none of these archives",
      "4:"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks ads statement m123456 /var/log/clicks --from 2026-10-01 --to 2026-11-01",
      "  clicks ads statement m123456 --from 2026-10-01 --to 2026-11-01 --zone Europe/Zurich --csv"
    })
public final class StatementCommand extends StoreCommand {
  @Parameters(index = "0", paramLabel = "AD", description = "The ad's id")
  private String adId;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "PATH",
      description = ArchivePaths.DESCRIPTION)
  private List<Path> paths = List.of();

  @Mixin private SeriesTimes times;

  @Option(
      names = "--csv",
      description =
          "Print CSV, with costs in micros: a row a day, of what was counted when it happened, and a"
              + " row a correction. Columns add up to the sums")
  private boolean csv;

  public StatementCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal, backends, clock);
  }

  @Override
  protected int run() throws IOException {
    if (json && csv) {
      throw new IllegalArgumentException("--json and --csv cannot be combined");
    }
    SeriesRange range = times.range(By.DAY, clock.instant());
    ArchiveFiles files = ArchiveFiles.find(settings.archives(paths));
    RiakSettings place = settings.riak();
    try (DocumentStore store = backends.openStore(settings)) {
      Documents documents = new Documents(store);
      // Before the archives: what they call counted has to be there.
      KnownCounters known = KnownCounters.read(documents, place, clock.millis());
      if (!isThere(documents)) {
        warn("ad " + adId + ": no document. No event of it was ever counted, or the id is wrong");
        return ExitCode.MISSING;
      }
      return statement(range, files, known, new ArchivedCounters(documents, known));
    }
  }

  private boolean isThere(Documents documents) {
    return documents
        .ad(adId)
        .decide(
            found -> true,
            absent -> false,
            blocked -> {
              throw new NoVerdict("ads/" + adId + ": " + blocked.reason());
            });
  }

  private int statement(
      SeriesRange range, ArchiveFiles files, KnownCounters known, ArchivedCounters counters)
      throws IOException {
    List<StatementSink> sinks = read(range, files, counters);
    Map<String, Long> missing = missing(range, counters);
    if (!missing.isEmpty()) {
      throw new NoVerdict("no statement: " + ArchivedCounters.whyIncomplete(missing));
    }
    Statement statement = statement(range, sinks, known.finality());
    print(statement, files);
    return OtherFiles.status(statement.verdict().isFinal() ? ExitCode.OK : ExitCode.MISSING, files);
  }

  private List<StatementSink> read(SeriesRange range, ArchiveFiles files, ArchivedCounters counters)
      throws IOException {
    Troubles troubles = new Troubles();
    List<StatementSink> sinks;
    try (FileProgress progress = new FileProgress(terminal, "ads statement", files)) {
      int threads = Runtime.getRuntime().availableProcessors();
      sinks =
          new ArchiveScan(files.files(), threads, troubles, progress)
              .run(() -> new StatementSink(counters::of, adId, range));
    }
    troubles.requireWhole("No statement was made");
    return sinks;
  }

  /** By the counters' ids, of the day of which the most are missing. */
  private static Map<String, Long> missing(SeriesRange range, ArchivedCounters counters) {
    Map<String, Long> missing = new TreeMap<>();
    LongStream.rangeClosed(Slots.day(range.fromSlot()), Slots.day(range.toSlot() - 1))
        .forEach(
            day ->
                counters
                    .missing(day)
                    .forEach((counterId, count) -> missing.merge(counterId, count, Math::max)));
    return missing;
  }

  private Statement statement(SeriesRange range, List<StatementSink> sinks, Finality finality) {
    return new Statement(
        adId,
        range,
        range.periods().stream().map(day -> day(day, sinks, finality)).toList(),
        sinks.stream().flatMap(sink -> sink.corrections().stream()).toList(),
        finality.of(range.fromMs(), range.toMs()));
  }

  private static Day day(Period day, List<StatementSink> sinks, Finality finality) {
    EventSums sums = new EventSums();
    sinks.forEach(sink -> sums.add(sink.of(day)));
    return new Day(day, sums, finality.of(day.fromMs(), day.toMs()).isFinal());
  }

  private void print(Statement statement, ArchiveFiles files) throws IOException {
    if (json) {
      Json.print(terminal.out(), StatementJson.of(statement));
      return;
    }
    StatementText text = new StatementText(statement, terminal.out());
    if (csv) {
      text.printCsv();
    } else {
      OtherFiles.print(files, terminal.out());
      text.print();
    }
  }
}
