package clickcounter.tools.series;

import clickcounter.cli.ExitCode;
import clickcounter.cli.MetricsFile;
import clickcounter.cli.Terminal;
import clickcounter.service.PrometheusText;
import clickcounter.store.DocumentStore;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.StoreCommand;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Table;
import clickcounter.tools.table.TablePath;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Prints impressions, charged clicks, costs and invalid clicks of an ad by the hour, day, week or month: from the"
          + " table of archives, and the newest hours, 36 at most, from the ad's document.",
      "",
      "Times are those of --zone, and its changes of the clock are included: days have 23, 24 or 25"
          + " hours. Without --from, it does not begin before the ad's first event. A later time"
          + " without events is a row of zeros. A time of which counted events lack in the table, and"
          + " which the document does not have, is not imported: clicks archive import reads them.",
      "",
      "A row is final when no event before its end can still be counted. Until then it says which"
          + " events may still come, and the way out. A counter whose service crashed holds all later"
          + " rows until clicks counters close closes it. Without a table nothing is final."
    },
    exitCodeList = {
      "0:all rows are final",
      "1:all rows are printed; some are not imported, or events may still come",
      "3:or no counter is known there"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks series show m123456 --set ops.table=/var/lib/clicks/table --zone Europe/Zurich",
      "  clicks series show m123456 --from 2026-10-25 --to 2026-10-26 --by hour",
      "  clicks series show m123456 --by month --csv",
      "  clicks series show --all --to $(date -u +%%F)"
    })
public final class SeriesCommand extends StoreCommand {
  @Parameters(arity = "0..1", paramLabel = "AD", description = "The ad's id")
  private String adId;

  @Option(
      names = "--all",
      description =
          "All ads together, from the table, instead of an ad. What is new in ops.archives is"
              + " imported first")
  private boolean all;

  @Mixin private SeriesTimes times;

  @Option(
      names = "--by",
      paramLabel = "PERIOD",
      defaultValue = "day",
      description =
          "hour, day, week (from Monday on) or month: what a row is. Default: ${DEFAULT-VALUE}")
  private String by;

  @Option(names = "--csv", description = "Print CSV, with costs in micros and without the sum")
  private boolean csv;

  @Mixin private MetricsFile metricsFile;

  public SeriesCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal, backends, clock);
  }

  @Override
  protected int run() throws IOException {
    requireWhatToRead();
    SeriesRange range = times.range(By.of(by), clock.instant());
    Path root = all ? TablePath.required(settings) : TablePath.ifAny(settings).orElse(null);
    try (DocumentStore store = backends.openStore(settings);
        Past past = root == null ? null : past(root, new Documents(store))) {
      SeriesReport report = report(range, new Documents(store), past);
      print(report);
      int status = report.isFinal() ? ExitCode.OK : ExitCode.MISSING;
      writeMetrics(report, status);
      return status;
    }
  }

  private void requireWhatToRead() {
    if (all == (adId != null)) {
      throw new IllegalArgumentException("expected an ad's id, or --all, and not both");
    }
    if (metricsFile.isGiven() && !all) {
      throw new IllegalArgumentException("--metrics-file: expected it with --all");
    }
  }

  private Past past(Path root, Documents documents) throws IOException {
    Table.Action update = all ? TablePath.update(settings, terminal, clock.millis()) : () -> {};
    return Past.open(root, documents, settings.riak(), clock.instant(), update);
  }

  private SeriesReport report(SeriesRange range, Documents documents, Past past)
      throws IOException {
    if (all) {
      return new SeriesReport(null, Counts.ofAllAds(range, past), past, clock.millis());
    }
    // After the counters: whatever they call counted has to be in it.
    AdReading ad = documents.ad(adId);
    SeriesRange shown = times.hasFrom() ? range : fromFirstEvent(range, ad);
    return new SeriesReport(adId, Counts.of(shown, ad, past), past, clock.millis());
  }

  /** The same from the period of the ad's first event on, if that is known and later. */
  private static SeriesRange fromFirstEvent(SeriesRange range, AdReading ad) {
    long firstMs = ad.decide(found -> found.totals().firstEventAtMs(), absent -> 0L, blocked -> 0L);
    return range.periods().stream()
        .filter(period -> firstMs < period.toMs())
        .findFirst()
        .map(period -> range.notBefore(period.from().toInstant()))
        .orElse(range);
  }

  private void print(SeriesReport report) throws IOException {
    if (!csv) {
      print(report.json(), report::print);
      return;
    }
    report.printCsv(terminal.out());
    if (report.series().note() != null) {
      warn(report.series().note());
    }
  }

  private void writeMetrics(SeriesReport report, int status) {
    if (metricsFile.isGiven()) {
      PrometheusText text =
          new PrometheusText("clickcounter_series_")
              .gauge(
                  "open_since_timestamp_seconds",
                  "end of the first time that is over and is not final, or not imported")
              .value(TimeUnit.MILLISECONDS.toSeconds(report.openSinceMs()));
      metricsFile.ended(text, clock.millis(), status, line -> warn("series: " + line));
    }
  }
}
