package clickcounter.tools.audit;

import clickcounter.cli.AtomicFile;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Progress;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.service.PrometheusText;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.store.DocumentStore;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.audit.Audit.AuditScope;
import clickcounter.tools.audit.Audit.DocumentProgress;
import clickcounter.tools.audit.Audit.Patience;
import clickcounter.tools.audit.Audit.QueueAnswer;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.EventTimes;
import clickcounter.tools.common.FileProgress;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.MetricsFile;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.QueueWait;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.series.DayFinality;
import clickcounter.tools.series.files.SeriesFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Checks that every document equals the sum of the events in the archives.",
      "",
      "The sums are computed by code of the audit's own. Documents are only read, and keys are never"
          + " listed.",
      "",
      "An event that is in an archive and not counted is missing. That is not a wrong count: an ad"
          + " that lacks events is compared with the sum of its other events.",
      "",
      "Name all archives of the counters: an event that is counted and in none of the files makes"
          + " its ad wrong, and a counter that is in none of them leaves no verdict. During live traffic, documents that differ are read again until they are"
          + " stable, for up to ten seconds.",
      "",
      "An event that is still on the queue is not missing for good: when events are missing, the broker is asked"
          + " for messages that were sent until the files were read. --until-counted waits until they are counted.",
      "",
      "With --from and --to, it reads only files that can have events of this time, as far as their names say, and"
          + " only documents that these events touch. It then says whether each of these events is counted, and"
          + " compares those hours of ads that lie wholly in the time and among the newest 36 of their documents."
          + " It says nothing of totals (but that they are not too small), spend, ids that are in no file, and"
          + " files of finished days."
    },
    exitCodeList = {
      "0:every document matches the archives",
      "1:events are missing; all counts are right",
      "2:wrong counts, or counted events that are in no file",
      "3:the files break off, have no event, or lack counters that Riak knows",
      "4:the documents match the files that were read"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks documents audit /var/log/clicks",
      "  clicks documents audit /var/log/clicks --report audit.html",
      "  clicks documents audit /var/log/clicks --series /var/lib/clicks/series",
      "  clicks documents audit /var/log/clicks --from 2026-06-01 --to 2026-06-02",
      "  clicks documents audit /var/log/clicks --counter hostA-20260601_000000-k3f9xq --json"
    })
public final class AuditCommand extends ToolCommand {
  @Parameters(
      arity = "0..*",
      paramLabel = "PATH",
      description =
          "Files (plain, .gz, .zst), directories (links are followed) or patterns. Default: the"
              + " setting ops.archives")
  private List<Path> paths = List.of();

  @Mixin private EventTimes times;

  @Option(
      names = "--counter",
      paramLabel = "ID",
      description = "Only this counter (no ads are compared); repeatable")
  private List<String> counters = new ArrayList<>();

  @Option(
      names = "--ad",
      paramLabel = "ID",
      description = "Only this ad (no counters are compared); repeatable")
  private List<String> ads = new ArrayList<>();

  @Option(
      names = "--series",
      paramLabel = "DIR",
      description =
          "Also check that the files of finished days, which clicks series build made here, say the"
              + " same as the documents. Default: the setting ops.series")
  private Path series;

  @Option(names = "--json", description = "Print the result as JSON")
  private boolean json;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description =
          "Also write a self-contained HTML page. Default: one in the directory of the setting"
              + " ops.reports")
  private Path report;

  @Option(
      names = "--until-counted",
      description =
          "If events are missing, wait until the messages that are on the queue now are counted,"
              + " and show the progress; then read the documents again")
  private boolean wait;

  @Mixin private MetricsFile metricsFile;
  @Mixin private ToolSettings settings;

  private final Backends backends;
  private final Clock clock;

  /** What was sent until the archives were read; null before the queue is asked. */
  private QueueWait queue;

  public AuditCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal);
    this.backends = backends;
    this.clock = clock;
  }

  @Override
  protected int run() throws IOException {
    AuditScope scope =
        new AuditScope(Set.copyOf(ads), Set.copyOf(counters), times.range(), series());
    paths = settings.archives(paths);
    ArchiveFiles files = files();
    ReportDirectory reports = reports();
    if (reports != null) {
      reports.make();
      report = reports.file(clock.instant(), scope.isOfAll());
    }
    int status;
    try (AtomicFile page = report == null ? null : AtomicFile.open(report)) {
      status = audit(scope, files, page);
    }
    if (reports != null) {
      deleteOld(reports);
    }
    return status;
  }

  private ArchiveFiles files() throws IOException {
    return ArchiveFiles.find(paths).of(times.range(), DayFinality.DEFAULT_CLOCK_SKEW);
  }

  /** Days may not be made yet in the directory of the setting. */
  private SeriesFiles series() {
    if (series != null) {
      return SeriesFiles.of(series);
    }
    if (!times.range().isAll()) {
      return null;
    }
    return settings
        .directory(null, OpsSettingsTable.SERIES)
        .map(SeriesFiles::ifAny)
        .filter(files -> files.days() > 0)
        .orElse(null);
  }

  /** Null without the setting, or if the command names a file. */
  private ReportDirectory reports() {
    if (report != null) {
      return null;
    }
    return settings
        .directory(null, OpsSettingsTable.REPORTS)
        .map(
            path -> new ReportDirectory(path, settings.read().number(OpsSettingsTable.REPORT_DAYS)))
        .orElse(null);
  }

  private void deleteOld(ReportDirectory reports) {
    try {
      reports.deleteOld(clock.instant());
    } catch (IOException | DirectoryIteratorException e) {
      terminal
          .err()
          .println("audit: old reports are still there, the next audit tries again: " + e);
    }
  }

  private int audit(AuditScope scope, ArchiveFiles files, AtomicFile page) throws IOException {
    Troubles troubles = new Troubles();
    AuditReport result;
    try (DocumentStore store = backends.openStore(settings);
        FileProgress progress = new FileProgress(terminal, "audit", files, metricsFile)) {
      Patience patience = Patience.usual(backends.waits(), this::underWay);
      Audit audit =
          new Audit(
              new Documents(store), scope, Runtime.getRuntime().availableProcessors(), patience);
      result = audit.run(() -> files().files(), troubles, progress, comparing(progress));
    }
    if (json) {
      Json.print(terminal.out(), AuditJson.of(result, files));
    } else {
      OtherFiles.print(files, terminal.out());
      new AuditText(result, terminal.out()).print();
    }
    if (page != null) {
      StringWriter html = new StringWriter();
      AuditHtml.write(result, clock.instant(), new PrintWriter(html));
      page.write(html.toString().getBytes(StandardCharsets.UTF_8));
      page.commit();
      terminal.err().println("report: " + report.toAbsolutePath());
    }
    int status = OtherFiles.status(exitCode(result), files);
    metricsFile.ended(
        new PrometheusText("clickcounter_audit_"),
        clock.millis(),
        status,
        line -> terminal.err().println("audit: " + line));
    return status;
  }

  /** Waits for what is under way, or says how much it is. */
  private QueueAnswer underWay() {
    if (queue == null) {
      queue = new QueueWait(backends, settings.broker(), clock.millis());
    }
    try {
      if (wait) {
        queue.untilDone(terminal);
        return QueueAnswer.NOTHING_UNDER_WAY;
      }
      return new QueueAnswer(queue.messages(), null);
    } catch (IOException e) {
      if (wait) {
        throw new UncheckedIOException(e);
      }
      return new QueueAnswer(0, e.getMessage());
    }
  }

  /** Replaces the progress of the files by one of the documents. */
  private DocumentProgress comparing(FileProgress files) {
    return new DocumentProgress() {
      private Progress documents;

      @Override
      public void start(long count) {
        close();
        documents = Progress.of(terminal, "audit", "documents", count);
      }

      @Override
      public void read() {
        documents.step(1);
      }

      @Override
      public void close() {
        files.close();
        if (documents != null) {
          documents.close();
        }
      }
    };
  }

  private int exitCode(AuditReport result) {
    if (result.noVerdict() != null) {
      terminal.err().println("audit: no verdict: " + result.noVerdict());
    }
    return switch (result.verdict()) {
      case EQUAL -> ExitCode.OK;
      case MISSING -> ExitCode.MISSING;
      case WRONG -> ExitCode.WRONG;
      case UNDECIDED -> ExitCode.FAILED;
    };
  }
}
