package clickcounter.tools.series;

import clickcounter.cli.Columns;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.MetricsFile;
import clickcounter.service.PrometheusText;
import clickcounter.store.DocumentStore;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.series.Series.Row;
import clickcounter.tools.series.SeriesRange.By;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Table;
import clickcounter.tools.table.TablePath;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "show",
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
          + " events may still come, and the way out. A counter whose service crashed holds all"
          + " later rows until clicks counters close closes it. Without a table nothing is final."
    },
    exitCodeList = {
      "0:all rows are final",
      "1:all rows are printed; some are not imported, or events may still come",
      "3:or no counter is known there"
    },
    footer = {
      "  clicks series show m123456 --set ops.table=/var/lib/clicks/table --zone Europe/Zurich",
      "  clicks series show m123456 --from 2026-10-25 --to 2026-10-26 --by hour",
      "  clicks series show m123456 --by month --csv",
      "  clicks series show m123456 --split country",
      "  clicks series show --all --to $(date -u +%%F)"
    })
public final class SeriesCommand extends ResultCommand {
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
  private By by;

  @Mixin private Split split;

  @Option(names = "--csv", description = "Print CSV, with costs in micros and without the sum")
  private boolean csv;

  @Mixin private MetricsFile metricsFile;

  @Override
  protected int run() throws IOException {
    requireWhatToRead();
    SeriesRange range = times.range(by, clock.instant());
    Table.Source table = table();
    try (DocumentStore store = backends.openStore(settings);
        Past past = past(table, new Documents(store))) {
      Series series = series(range, new Documents(store), past);
      print(series, past);
      boolean isFinal = Boolean.TRUE.equals(isFinal(series.total(), past));
      int status = isFinal ? ExitCode.OK : ExitCode.MISSING;
      writeMetrics(series, past, status);
      return status;
    }
  }

  /** Whether a row is final; null if it has no counts. */
  private static Boolean isFinal(Row row, Past past) {
    return row.counts() == null
        ? null
        : row.isWhole() && past != null && past.isFinal(row.period().toMs());
  }

  private void requireWhatToRead() {
    require(all != (adId != null), "expected an ad's id, or --all, and not both");
    require(all || !metricsFile.isGiven(), "--metrics-file: expected it with --all");
    split.requireName();
  }

  /** Null if there is none. */
  private Table.Source table() {
    if (all) {
      return TablePath.updated(settings, terminal, clock.millis());
    }
    boolean isNeeded = split.isGiven() || TablePath.ifAny(settings).isPresent();
    return isNeeded ? TablePath.asItIs(settings) : null;
  }

  private Past past(Table.Source table, Documents documents) throws IOException {
    return table == null ? null : Past.open(table, documents, settings.riak(), clock.instant());
  }

  private Series series(SeriesRange range, Documents documents, Past past) throws IOException {
    if (all) {
      return split.isGiven()
          ? Series.split(range, null, past, split)
          : Series.ofAllAds(range, past);
    }
    // After the counters: whatever they call counted has to be in it.
    AdReading ad = documents.ad(adId);
    SeriesRange known = times.hasFrom() ? range : fromFirstEvent(range, ad);
    return split.isGiven() ? Series.split(known, ad, past, split) : Series.of(known, ad, past);
  }

  /** The same from the period of the ad's first event on, if that is known and later. */
  private static SeriesRange fromFirstEvent(SeriesRange range, AdReading ad) {
    long firstMs = ad.decide(found -> found.totals().firstEventAtMs(), absent -> 0L, blocked -> 0L);
    return range.periods().stream()
        .filter(period -> firstMs < period.toMs())
        .findFirst()
        .map(period -> new SeriesRange(period.from(), range.to(), range.by()))
        .orElse(range);
  }

  /** Times are of ISO 8601, with their offset, and {@code to} is exclusive. */
  private void print(Series series, Past past) throws IOException {
    SeriesRange range = series.range();
    Columns<Row> columns =
        new Columns<Row>()
            .text(by.name(), "period", "label", row -> row.period().label())
            .text(null, "from", "from", row -> SeriesRange.iso(row.period().from()))
            .text(null, "to", "to", row -> SeriesRange.iso(row.period().to()));
    if (split.isGiven()) {
      columns.text(split.dimension(), "value", "value", Row::value);
    }
    columns.counts(Row::counts).flag("final", "final", "final", row -> isFinal(row, past));
    if (csv) {
      columns.printCsv(series.rows(), terminal.out());
      if (series.note() != null) {
        warn(series.note());
      }
      return;
    }
    print(
        Json.object()
            .with("adId", adId)
            .with("by", by)
            .with("split", split.dimension())
            .with("zone", range.from().getZone().getId())
            .with("from", SeriesRange.iso(range.from()))
            .with("to", SeriesRange.iso(range.to()))
            .with("note", series.note())
            .with("rows", columns.json(series.rows()))
            .with("sum", series.total().counts())
            .with("final", isFinal(series.total(), past))
            .with("over", range.toMs() + Past.TOLERANCE.toMillis() <= clock.millis())
            .with("mayCome", past == null ? List.of() : past.holds(range.fromMs(), range.toMs()))
            .with("tableAt", past == null ? null : past.table().importedAtMs())
            .with("documentsAt", clock.millis()),
        out -> {
          String what = all ? "all ads" : "ad " + adId;
          say("%s by %s in %s, from %s", what, by, range.from().getZone(), range.text());
          if (past != null) {
            say(past.state());
          }
          columns.print(
              Stream.concat(series.rows().stream(), Stream.of(series.total())).toList(), out);
          printFinality(series, past);
        });
  }

  private void printFinality(Series series, Past past) {
    SeriesRange range = series.range();
    if (series.note() != null) {
      say(series.note());
    }
    if (past == null) {
      say(
          "not final: only with the table is it known what may still come: name it by the"
              + " setting ops.table");
    } else if (series.note() == null || !past.isFinal(range.toMs())) {
      boolean isFinal = Boolean.TRUE.equals(isFinal(series.total(), past));
      past.printFinality(range.fromMs(), range.toMs(), isFinal, terminal.out());
    }
  }

  private void writeMetrics(Series series, Past past, int status) {
    if (!metricsFile.isGiven()) {
      return;
    }
    long openSinceMs =
        series.rows().stream()
            .filter(row -> past.isOver(row.period().toMs()))
            .filter(row -> !Boolean.TRUE.equals(isFinal(row, past)))
            .mapToLong(row -> row.period().toMs())
            .findFirst()
            .orElse(0);
    PrometheusText text =
        new PrometheusText("clickcounter_series_")
            .gauge(
                "open_since_timestamp_seconds",
                "end of the first time that is over and is not final, or not imported")
            .value(TimeUnit.MILLISECONDS.toSeconds(openSinceMs));
    metricsFile.ended(text, clock.millis(), status, line -> warn("series: " + line));
  }
}
