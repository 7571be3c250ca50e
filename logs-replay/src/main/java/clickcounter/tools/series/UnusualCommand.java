package clickcounter.tools.series;

import clickcounter.cli.Columns;
import clickcounter.cli.Durations;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.Terminal;
import clickcounter.event.Dimensions;
import clickcounter.store.DocumentStore;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.StoreCommand;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Past.NotImported;
import clickcounter.tools.table.Table;
import clickcounter.tools.table.TablePath;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "unusual",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Prints the values of a dimension whose share of the clicks of a day is most unlike the usual one, from the"
          + " table of archives.",
      "",
      "Clicks are all clicks, charged or not. Usual are those of the days before: each counts half as much as one"
          + " that is --half-life younger. The surprise is Dunning's G2 of the two shares: above 10.8, one in a thousand"
          + " values does so by chance."
    },
    exitCodeList = {
      "0:the time is final",
      "1:events may still come, or there is nothing to compare; or counted events are not imported, and nothing is"
          + " printed",
      "3:or no counter is known there"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks series unusual m123456 --split country",
      "  clicks series unusual --split placement --day 2026-06-02 --half-life 3d"
    })
public final class UnusualCommand extends StoreCommand {
  /** A click so many half-lives ago weighs less than a thousandth. */
  private static final int MOST_HALF_LIVES = 10;

  @Parameters(arity = "0..1", paramLabel = "AD", description = "The ad's id. Default: all ads")
  private String adId;

  @Option(
      names = "--split",
      required = true,
      paramLabel = "DIMENSION",
      description = "The dimension, such as country")
  private String dimension;

  @Option(
      names = "--day",
      paramLabel = "DAY",
      description = "A day of UTC, such as 2026-06-02. Default: yesterday")
  private LocalDate day;

  @Option(
      names = "--half-life",
      paramLabel = "TIME",
      defaultValue = "7d",
      converter = Durations.class,
      description = "Default: ${DEFAULT-VALUE}")
  private Duration halfLife;

  @Option(
      names = "--most",
      paramLabel = "N",
      defaultValue = "10",
      description = "How many values. Default: ${DEFAULT-VALUE}")
  private int most;

  /**
   * A value's part of the clicks.
   *
   * @param usual clicks by their weights
   */
  record Part(
      String value, long clicks, double usual, double share, double usualShare, double surprise) {}

  public UnusualCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal, backends, clock);
  }

  @Override
  protected int run() throws IOException {
    requireAtLeast("--most", most, 1);
    requireAtLeast("--half-life", halfLife.toHours(), 1);
    Dimensions.requireName(dimension);
    if (day == null) {
      day = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).minusDays(1);
    }
    long fromMs = startMs(day);
    long toMs = startMs(day.plusDays(1));
    long firstMs = Math.max(0, fromMs - halfLife.multipliedBy(MOST_HALF_LIVES).toMillis());
    Table.Source table = TablePath.asItIs(settings);
    try (DocumentStore store = backends.openStore(settings);
        Past past = Past.open(table, new Documents(store), settings.riak(), clock.instant())) {
      List<NotImported> lacking = past.lacking(firstMs, toMs);
      if (!lacking.isEmpty()) {
        warn(Series.notImported(lacking));
        return ExitCode.MISSING;
      }
      boolean isFinal = past.isFinal(firstMs, toMs);
      List<Part> parts = parts(past.table(), firstMs, fromMs, toMs);
      print(parts, past, isFinal);
      return isFinal && !parts.isEmpty() ? ExitCode.OK : ExitCode.MISSING;
    }
  }

  private static long startMs(LocalDate day) {
    return day.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
  }

  /** Those whose share moved most first. */
  private List<Part> parts(Table table, long firstMs, long fromMs, long toMs) throws IOException {
    table.keepDays(firstMs, toMs);
    table.make("unusual");
    table.run(
        "CREATE OR REPLACE TEMPORARY VIEW asked AS SELECT * REPLACE (NULL AS ad) FROM counted"
            + " WHERE ad IS NOT NULL AND time_ms >= %d AND time_ms < %d%s"
                .formatted(firstMs, toMs, adId == null ? "" : " AND ad = " + Table.text(adId)));
    table.set("split", dimension);
    table.set("from_ms", fromMs);
    table.set("half_life_ms", halfLife.toMillis());
    table.set("most", most);
    return table.ask("most-unusual", Part.class);
  }

  private void print(List<Part> parts, Past past, boolean isFinal) throws IOException {
    Columns<Part> columns =
        new Columns<Part>()
            .text(dimension, "value", "value", Part::value)
            .number("clicks", "clicks", "clicks", Part::clicks)
            .decimal("usual clicks", "usual", Part::usual)
            .decimal("share", "share", Part::share)
            .decimal("usual share", "usualShare", Part::usualShare)
            .decimal("surprise", "surprise", Part::surprise);
    print(
        Json.object()
            .with("adId", adId)
            .with("split", dimension)
            .with("day", day.toString())
            .with("values", columns.json(parts))
            .with("final", isFinal)
            .with("tableAt", past.table().importedAtMs())
            .with("documentsAt", clock.millis()),
        out -> {
          say(
              "%s of %s by %s, beside the days before",
              adId == null ? "all ads" : "ad " + adId, day, dimension);
          say(past.state());
          columns.print(parts, out);
          if (parts.isEmpty()) {
            say("nothing to compare: expected clicks of the day, and of days before it");
          }
          past.printFinality(startMs(day), startMs(day.plusDays(1)), isFinal, out);
        });
  }
}
