package clickcounter.tools.series.close;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.hours.HourCounts;
import clickcounter.riak.RiakSettings;
import clickcounter.store.DocumentStore;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.audit.Audit.AuditScope;
import clickcounter.tools.audit.AuditPage;
import clickcounter.tools.audit.AuditReport;
import clickcounter.tools.audit.AuditReport.AuditVerdict;
import clickcounter.tools.audit.AuditRun;
import clickcounter.tools.audit.AuditText;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.FileProgress;
import clickcounter.tools.common.MetricsFile;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.Table;
import clickcounter.tools.common.Texts;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.series.KnownCounters;
import clickcounter.tools.series.NotFinalText;
import clickcounter.tools.series.files.AdRanking;
import clickcounter.tools.series.files.KnownDays;
import clickcounter.tools.series.files.KnownDays.KnownDay;
import clickcounter.tools.series.files.SeriesBuild;
import clickcounter.tools.series.files.SeriesBuild.BuildSettings;
import clickcounter.tools.series.files.SeriesBuild.DayOutcome;
import clickcounter.tools.series.files.SeriesDirectory;
import clickcounter.tools.series.files.SeriesFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "close",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Closes a month: makes the files of its days and of those since, audits everything, and prints"
          + " the month's sum.",
      "",
      "It ends with 0 only if every day of UTC is final, has files of all its counted events, and the"
          + " audit finds nothing wrong or missing. So a job can run it daily until then. Before all"
          + " days are final it says who is waited for, and reads no archive.",
      "",
      "The settings ops.archives and ops.series say where everything is. The audit is that of clicks"
          + " documents audit: of all archives and files, with a report if ops.reports is set. Events"
          + " that are missing of other days do not keep the month open.",
      "",
      "It remembers nothing: for a month that is closed it says so again, after another audit."
    },
    exitCodeList = {
      "0:the month is closed",
      "1:days are not final or have no event, or events of the month are missing",
      "2:counted events are in none of the archives, or documents or files are wrong",
      "3:no counter is known, or an audit has no verdict",
      "4:the month is closed by the files that were read"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks series close 2026-10",
      "  clicks series close $(date -u -d '-9 days' +%%Y-%%m)"
    })
public final class SeriesCloseCommand extends ToolCommand {
  @Parameters(paramLabel = "YYYY-MM", description = "The month of UTC, such as 2026-10")
  private YearMonth name;

  @Mixin private ToolSettings settings;

  private final Backends backends;
  private final Clock clock;
  private Month month;
  private Path directory;
  private List<Path> archives;
  private ArchiveFiles files;

  public SeriesCloseCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal);
    this.backends = backends;
    this.clock = clock;
  }

  @Override
  protected int run() throws IOException {
    month = new Month(name);
    directory = SeriesDirectory.ofSettings(settings);
    archives = settings.archives();
    files = ArchiveFiles.find(archives);
    RiakSettings place = settings.riak();
    try (DocumentStore store = backends.openStore(settings)) {
      Documents documents = new Documents(store);
      KnownCounters counters = KnownCounters.read(documents, place, clock.millis());
      KnownDays known = new KnownDays(directory, documents, counters);
      List<KnownDay> days = month.days().mapToObj(known::of).toList();
      return days.stream().allMatch(day -> day.verdict().isFinal())
          ? closeFinal(known, documents, counters)
          : waits(days, counters);
    }
  }

  private int waits(List<KnownDay> days, KnownCounters counters) {
    List<KnownDay> open = days.stream().filter(day -> !day.verdict().isFinal()).toList();
    open.forEach(day -> say(day.text()));
    NotFinalText.print(
        counters.finality().ofDays(month.firstDay(), month.endDay()),
        "series days --json",
        terminal.out());
    return notClosed(
        ExitCode.MISSING,
        "%d of %d days may still get events; no archive was read"
            .formatted(open.size(), days.size()));
  }

  private int closeFinal(KnownDays known, Documents documents, KnownCounters counters)
      throws IOException {
    say(month + ": all " + month.days().count() + " days are final");
    try (AuditPage page = AuditPage.open(null, AuditScope.ALL, settings, clock.instant())) {
      int made = makeFiles(known, documents, counters);
      if (made != ExitCode.OK) {
        return notClosed(made, "not all its files could be made");
      }
      SeriesFiles series = SeriesFiles.ifAny(directory);
      OptionalLong first = month.days().filter(series::has).findFirst();
      if (first.isEmpty() || !series.absent(first.getAsLong(), month.endDay()).isEmpty()) {
        return notClosed(
            ExitCode.MISSING, "the archives have no counted event of it or of earlier days");
      }
      return audit(series, documents, counters, page);
    }
  }

  /**
   * Makes what lacks: the days of the month; the final days since, without which the audit cannot
   * compare sums; and days before it that have changed.
   *
   * @return the exit code for the days of the month
   */
  private int makeFiles(KnownDays known, Documents documents, KnownCounters counters)
      throws IOException {
    long today = TimeUnit.MILLISECONDS.toDays(clock.millis());
    Set<Long> lacking =
        LongStream.concat(
                LongStream.rangeClosed(month.firstDay(), today),
                known.built().stream().mapToLong(day -> day))
            .mapToObj(known::of)
            .filter(day -> day.isBuilt() ? day.isChanged() : day.verdict().isFinal())
            .map(KnownDay::day)
            .collect(Collectors.toSet());
    if (lacking.isEmpty()) {
      return ExitCode.OK;
    }
    BuildSettings what =
        new BuildSettings(false, lacking, Runtime.getRuntime().availableProcessors());
    List<DayOutcome> ofMonth = new ArrayList<>();
    try (SeriesBuild build = new SeriesBuild(directory, documents, counters, what)) {
      build.read(files.files(), () -> new FileProgress(terminal, "series build", files));
      build.write(
          day -> {
            say(day.text());
            if (month.has(day.day())) {
              ofMonth.add(day);
            }
          });
    }
    // Days before the first event are none.
    return ofMonth.isEmpty() ? ExitCode.OK : DayOutcome.exitCode(ofMonth);
  }

  private int audit(SeriesFiles series, Documents documents, KnownCounters counters, AuditPage page)
      throws IOException {
    AuditScope scope = new AuditScope(Set.of(), Set.of(), series);
    AuditReport report =
        new AuditRun(terminal, backends, settings, clock, false)
            .run(
                documents,
                scope,
                files,
                () -> ArchiveFiles.find(archives).files(),
                new MetricsFile());
    OtherFiles.print(files, terminal.out());
    new AuditText(report, terminal.out()).print();
    page.write(report, clock.instant(), terminal);
    MissingEvents missing = new MissingEvents(month, counters, clock.millis());
    boolean isEqual =
        switch (report.verdict()) {
          case EQUAL -> true;
          case MISSING -> report.counters().stream().noneMatch(missing::mayBeOfMonth);
          case WRONG, UNDECIDED -> false;
        };
    if (!isEqual) {
      return notClosed(report.verdict().exitCode(), "the audit does not find everything equal");
    }
    if (report.verdict() == AuditVerdict.MISSING) {
      say("No missing event is of " + month + ".");
    }
    printMonth(series);
    say(month + " is closed: every day is final, built and audited");
    return OtherFiles.status(ExitCode.OK, files);
  }

  /** A row a day, and the sum. */
  private void printMonth(SeriesFiles series) {
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("day", "ads", "impressions", "clicks", "cost", "invalid"));
    month
        .days()
        .filter(series::has)
        .forEach(day -> table.add(row(LocalDate.ofEpochDay(day).toString(), series, day, day + 1)));
    table.add(row("sum", series, month.firstDay(), month.endDay()));
    Table.print(table, Set.of(0), terminal.out());
  }

  private static List<String> row(String name, SeriesFiles series, long fromDay, long toDay) {
    AdRanking ads = AdRanking.of(series, fromDay, toDay, HourCounts::costMicros, 1);
    return List.of(
        name,
        Texts.number(ads.ads()),
        Texts.number(ads.sum().impressions()),
        Texts.number(ads.sum().clicks()),
        Texts.money(ads.sum().costMicros()),
        Texts.number(ads.sum().invalid()));
  }

  private int notClosed(int status, String why) {
    say(month + " is not closed: " + why);
    return status;
  }
}
