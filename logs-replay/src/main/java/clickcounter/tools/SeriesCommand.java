package clickcounter.tools;

import clickcounter.cli.Durations;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.document.HourCounts;
import clickcounter.document.Quarters;
import clickcounter.store.DocumentStore;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.series.By;
import clickcounter.tools.series.DayFinality;
import clickcounter.tools.series.Finality;
import clickcounter.tools.series.Series;
import clickcounter.tools.series.SeriesRange;
import clickcounter.tools.series.SeriesSources;
import clickcounter.tools.series.files.SeriesFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

@Command(
    name = "series",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Prints impressions, clicks and costs of an ad by the hour, day, week or month: from the"
          + " documents, or with --files from the files of finished days.",
      "",
      "Times are those of --zone, and its changes of the clock are included: days have 23, 24 or 25"
          + " hours. A time without events is a row of zeros.",
      "",
      "A row is final when no event of its time can still come. Until then it says which counters may"
          + " add how many."
    },
    exitCodeList = {
      "0:all rows are final, or --counts-only was given",
      "1:all rows are printed; events may still come",
      "3:"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks series m123456 --zone Europe/Zurich",
      "  clicks series m123456 --from 2026-10-25 --to 2026-10-26 --by hour",
      "  clicks series m123456 --by month --csv",
      "  clicks series --all --files /var/lib/clicks/series --by month",
      "",
      "An ad that has the name of a subcommand: clicks series -- build"
    })
final class SeriesCommand extends ToolCommand {
  @Parameters(arity = "0..1", paramLabel = "AD", description = "The ad's id")
  private String adId;

  @Option(names = "--all", description = "All ads together, from --files, instead of an ad")
  private boolean all;

  @Option(
      names = "--files",
      paramLabel = "DIR",
      description = "Read the files that clicks series build made in this directory, not Riak")
  private Path files;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description =
          "The first moment: a date such as 2026-06-01, which is its beginning, or a time such as"
              + " 2026-06-01T14:00, both in --zone; or with an offset, such as"
              + " 2026-06-01T14:00+02:00. Default: the beginning of the day 7 days before --to, or of the"
              + " first day that has files")
  private String from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description =
          "The first moment that is not of it, in the same form. Default: now; with --files the end"
              + " of the last day that has files")
  private String to;

  @Option(
      names = "--by",
      paramLabel = "PERIOD",
      converter = Periods.class,
      defaultValue = "day",
      description =
          "hour, day, week (from Monday on) or month: what a row is. Default: ${DEFAULT-VALUE}")
  private By by;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      converter = Zones.class,
      defaultValue = "UTC",
      description = "Time zone of IANA, such as Europe/Zurich. Default: ${DEFAULT-VALUE}")
  private ZoneId zone;

  @Option(
      names = "--clock-skew",
      paramLabel = "DURATION",
      converter = Durations.class,
      description =
          "How far the clocks of services and workers may differ; a row is final that much later."
              + " Default: 5m")
  private Duration clockSkew = DayFinality.DEFAULT_CLOCK_SKEW;

  @Option(
      names = "--ended",
      paramLabel = "ID",
      description =
          "A counter that was never closed, of which you know that nothing comes above its highest"
              + " number, as after a crash; repeatable")
  private List<String> ended = new ArrayList<>();

  @Option(
      names = "--counts-only",
      description = "Do not read the counters, and do not say what is final")
  private boolean countsOnly;

  @Option(names = "--json", description = "Print JSON")
  private boolean json;

  @Option(names = "--csv", description = "Print CSV, with costs in micros and without the sum")
  private boolean csv;

  @Mixin private ToolSettings settings;
  @Mixin private RiakOptions riak;

  private final Backends backends;
  private final SeriesSources sources;
  private final Clock clock;

  private SeriesCommand(Terminal terminal, Backends backends, SeriesSources sources, Clock clock) {
    super(terminal);
    this.backends = backends;
    this.sources = sources;
    this.clock = clock;
  }

  /** The command with its subcommands. */
  static CommandLine of(Terminal terminal, Backends backends, SeriesSources sources, Clock clock) {
    CommandLine series = new CommandLine(new SeriesCommand(terminal, backends, sources, clock));
    series.addSubcommand(new SeriesBuildCommand(terminal, backends, clock));
    series.addSubcommand(new SeriesTopCommand(terminal));
    return series;
  }

  /** Converts {@code --by}. */
  static final class Periods implements ITypeConverter<By> {
    @Override
    public By convert(String text) {
      try {
        return By.of(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** Converts {@code --zone}. */
  static final class Zones implements ITypeConverter<ZoneId> {
    @Override
    public ZoneId convert(String text) {
      try {
        return SeriesRange.zone(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  @Override
  protected int run() throws IOException {
    requireWhatToRead();
    SeriesReport report = files == null ? ofDocuments() : ofFiles(SeriesFiles.of(files));
    print(report);
    return countsOnly || report.verdict().isFinal() ? ExitCode.OK : ExitCode.MISSING;
  }

  private void requireWhatToRead() {
    if (all == (adId != null)) {
      throw new IllegalArgumentException("expected an ad's id, or --all, and not both");
    }
    if (all && files == null) {
      throw new IllegalArgumentException("--all: expected --files DIR with it");
    }
    if (json && csv) {
      throw new IllegalArgumentException("--json and --csv cannot be combined");
    }
  }

  private SeriesRange range(Instant now) {
    SeriesRange range = SeriesRange.of(from, to, by, zone, now);
    range.requireFewPeriods();
    return range;
  }

  private SeriesReport ofFiles(SeriesFiles source) {
    SeriesRange range = range(startOf(source.lastDay() + 1));
    if (from == null) {
      range = range.notBefore(startOf(source.firstDay()));
    }
    SortedMap<Long, HourCounts> counts =
        all
            ? source.totals(range.fromQuarter(), range.toQuarter())
            : source.hours(adId, range.fromQuarter(), range.toQuarter());
    Finality finality = countsOnly ? null : Finality.OF_FILES;
    return new SeriesReport(adId, Series.of(range, counts), finality);
  }

  private static Instant startOf(long day) {
    return Instant.ofEpochMilli(Quarters.startMs(Quarters.firstOf(day)));
  }

  private SeriesReport ofDocuments() {
    SeriesRange range = range(clock.instant());
    try (DocumentStore store = backends.openStore(riak.settings(settings))) {
      // Before the counts: whatever the counters call counted has to be among them.
      Finality finality = countsOnly ? null : finality(new Documents(store));
      SortedMap<Long, HourCounts> counts =
          sources.ads(store).hours(adId, range.fromQuarter(), range.toQuarter());
      return new SeriesReport(adId, Series.of(range, counts), finality);
    }
  }

  private Finality finality(Documents documents) {
    long nowMs = clock.millis();
    Collection<CounterReading> readings =
        new TreeMap<>(documents.counters(documents.directory())).values();
    return new DayFinality(readings, Set.copyOf(ended), nowMs, clockSkew);
  }

  private void print(SeriesReport report) throws IOException {
    if (json) {
      Json.print(terminal.out(), SeriesJson.of(report));
    } else if (csv) {
      SeriesText.printCsv(report, terminal.out());
    } else {
      SeriesText.print(report, terminal.out());
    }
  }
}
