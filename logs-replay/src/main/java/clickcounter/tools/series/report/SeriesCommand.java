package clickcounter.tools.series.report;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.riak.RiakSettings;
import clickcounter.store.DocumentStore;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.StoreCommand;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.series.AdHourSource;
import clickcounter.tools.series.By;
import clickcounter.tools.series.Finality;
import clickcounter.tools.series.KnownCounters;
import clickcounter.tools.series.KnownCounts;
import clickcounter.tools.series.Series;
import clickcounter.tools.series.SeriesRange;
import clickcounter.tools.series.SeriesTimes;
import clickcounter.tools.series.Slots;
import clickcounter.tools.series.files.SeriesDirectory;
import clickcounter.tools.series.files.SeriesFiles;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Prints impressions, charged clicks, costs and invalid clicks of an ad by the hour, day, week or month: finished days"
          + " from their files, and the newest hours, 36 at most, from the ad's document.",
      "",
      "Times are those of --zone, and its changes of the clock are included: days have 23, 24 or 25"
          + " hours. Without --from, it does not begin before the ad's first event. A later time"
          + " without events is a row of zeros. A time that neither files nor document"
          + " have is not built: clicks series build makes the files.",
      "",
      "A row is final when no event of its time can still come. Until then it says which counters may"
          + " add how many. A counter whose service crashed holds all later rows until clicks counters"
          + " close closes it."
    },
    exitCodeList = {
      "0:all rows are final",
      "1:all rows are printed; some are not built, or events may still come",
      "3:or no counter is known there"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks series show m123456 --series /var/lib/clicks/series --zone Europe/Zurich",
      "  clicks series show m123456 --from 2026-10-25 --to 2026-10-26 --by hour",
      "  clicks series show m123456 --by month --csv",
      "  clicks series show --all --series /var/lib/clicks/series --by month"
    })
public final class SeriesCommand extends StoreCommand {
  @Parameters(arity = "0..1", paramLabel = "AD", description = "The ad's id")
  private String adId;

  @Option(
      names = "--all",
      description =
          "All ads together, from --series, instead of an ad; by default of the last days that have"
              + " files")
  private boolean all;

  @Mixin private SeriesDirectory directory;

  @Mixin private SeriesTimes times;

  @Option(
      names = "--by",
      paramLabel = "PERIOD",
      converter = Periods.class,
      defaultValue = "day",
      description =
          "hour, day, week (from Monday on) or month: what a row is. Default: ${DEFAULT-VALUE}")
  private By by;

  @Option(names = "--csv", description = "Print CSV, with costs in micros and without the sum")
  private boolean csv;

  public SeriesCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal, backends, clock);
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

  @Override
  protected int run() throws IOException {
    requireWhatToRead();
    SeriesReport report = all ? ofAllAds() : ofAd();
    print(report);
    return report.verdict().isFinal() && report.series().isBuilt() ? ExitCode.OK : ExitCode.MISSING;
  }

  private void requireWhatToRead() {
    if (all == (adId != null)) {
      throw new IllegalArgumentException("expected an ad's id, or --all, and not both");
    }
    if (all) {
      directory.required(settings);
    }
    if (json && csv) {
      throw new IllegalArgumentException("--json and --csv cannot be combined");
    }
  }

  private SeriesReport ofAllAds() {
    SeriesFiles files = SeriesFiles.of(directory.required(settings));
    SeriesRange range = times.range(by, startOf(files.lastDay() + 1));
    if (!times.hasFrom()) {
      range = range.notBefore(startOf(files.firstDay()));
    }
    KnownCounts counts = files.totals(range.fromSlot(), range.toSlot());
    return new SeriesReport(null, Series.of(range, counts), Finality.OF_FILES);
  }

  private static Instant startOf(long day) {
    return Instant.ofEpochMilli(Slots.startMs(Slots.firstOf(day)));
  }

  private SeriesReport ofAd() {
    SeriesRange range = times.range(by, clock.instant());
    SeriesFiles files = directory.files(settings);
    KnownCounts inFiles = files.hours(adId, range.fromSlot(), range.toSlot());
    if (files.hasAll(range) && !inFiles.counts().isEmpty()) {
      return new SeriesReport(adId, Series.of(range, inFiles), Finality.OF_FILES);
    }
    RiakSettings place = settings.riak();
    try (DocumentStore store = backends.openStore(settings)) {
      Documents documents = new Documents(store);
      if (!times.hasFrom()) {
        range = fromFirstEvent(range, documents.ad(adId), inFiles);
      }
      // Before the counts: whatever the counters call counted has to be among them.
      Finality finality =
          files.finality(KnownCounters.read(documents, place, clock.millis()).finality());
      KnownCounts counts =
          new AdHourSource(documents, files).hours(adId, range.fromSlot(), range.toSlot());
      return new SeriesReport(adId, Series.of(range, counts), finality);
    }
  }

  /** The same from the period of the ad's first event on, if that is known and later. */
  private static SeriesRange fromFirstEvent(SeriesRange range, AdReading ad, KnownCounts inFiles) {
    long inDocumentMs =
        ad.decide(found -> found.totals().firstEventAtMs(), absent -> 0L, blocked -> 0L);
    long firstMs =
        inFiles.counts().isEmpty()
            ? inDocumentMs
            : Math.min(inDocumentMs, Slots.startMs(inFiles.counts().firstKey()));
    return range.periods().stream()
        .filter(period -> firstMs < period.toMs())
        .findFirst()
        .map(period -> range.notBefore(period.from().toInstant()))
        .orElse(range);
  }

  private void print(SeriesReport report) throws IOException {
    if (!csv) {
      print(SeriesJson.of(report), out -> SeriesText.print(report, out));
      return;
    }
    SeriesText.printCsv(report, terminal.out());
    if (report.series().note() != null) {
      report.series().note().lines().forEach(this::warn);
    }
  }
}
