package clickcounter.tools.send;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.store.DocumentStore;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.archive.Troubles.Trouble;
import clickcounter.tools.common.ArchivePaths;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.EventQueue;
import clickcounter.tools.common.EventTimes;
import clickcounter.tools.common.FileProgress;
import clickcounter.tools.common.MetricsFile;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.QueueWait;
import clickcounter.tools.common.Texts;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.documents.Documents;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Sends the events of archives to the queue again.",
      "",
      "This is safe at any time, also during live traffic: an event that is counted already is a"
          + " duplicate and changes nothing.",
      "",
      "With --only-missing, only events are sent that are not counted according to the counters'"
          + " documents."
    },
    exitCodeList = {
      "0:the queue has all events that were to be sent",
      "1:files break off and what was before that is sent, or no event is selected",
      "3:not all events were sent; --only-missing sends the rest",
      "4:the queue has all events of the files that were read"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks archive replay --only-missing --dry-run /var/log/clicks",
      "  clicks archive replay --only-missing '/var/log/clicks/**/*-20260601_1*.ndjson.gz'",
      "  clicks archive replay --rate 20000 /var/log/clicks/hostA"
    })
public final class ReplayCommand extends ToolCommand {
  @Mixin private ArchivePaths archives;

  @Option(
      names = "--only-missing",
      description =
          "Send only events that are not counted: those in gaps, above a counter's "
              + "highest, or of unknown counters")
  private boolean onlyMissing;

  @Option(names = "--dry-run", description = "Send nothing; print what would be sent")
  private boolean dryRun;

  @Mixin private EventTimes times;

  @Option(names = "--counter", paramLabel = "ID", description = "Only this counter; repeatable")
  private List<String> counters = new ArrayList<>();

  @Option(names = "--ad", paramLabel = "ID", description = "Only this ad; repeatable")
  private List<String> ads = new ArrayList<>();

  @Option(
      names = "--rate",
      paramLabel = "EVENTS_PER_S",
      defaultValue = "0",
      description = "Maximum rate. Default: as fast as the broker accepts events")
  private long rate;

  @Option(
      names = "--until-counted",
      description = "Wait until all that was sent is counted, and show the progress")
  private boolean wait;

  @Option(names = "--json", description = "Print the result as JSON")
  private boolean json;

  @Mixin private MetricsFile metricsFile;
  @Mixin private ToolSettings settings;

  private final Backends backends;
  private final Clock clock;
  private final LongSupplier nanoClock;

  public ReplayCommand(Terminal terminal, Backends backends, Clock clock, LongSupplier nanoClock) {
    super(terminal);
    this.clock = clock;
    this.nanoClock = nanoClock;
    this.backends = backends;
  }

  @Override
  protected int run() throws IOException, InterruptedException {
    requireAtLeast("--rate", rate, 0);
    Filters filters = new Filters(times.range(), Set.copyOf(counters), Set.copyOf(ads));
    ArchiveFiles files = archives.find(settings);
    int status = onlyMissing ? replayMissing(files, filters) : replayAll(files, filters);
    boolean isSent = status == ExitCode.OK || status == ExitCode.SKIPPED;
    if (isSent && !dryRun) {
      awaitCounted(new QueueWait(backends, settings.broker(), clock.millis()));
    }
    return status;
  }

  /** What is on the queue is not counted yet, so an audit would call it missing. */
  private void awaitCounted(QueueWait queue) throws IOException {
    if (wait) {
      queue.untilDone(terminal);
      return;
    }
    long messages = queue.messages();
    if (messages > 0) {
      warn(
          "replay: "
              + Texts.count(messages, "message")
              + " or more on the queue, whose events are not counted yet; --until-counted waits for"
              + " that, also with an audit");
    }
  }

  private int replayAll(ArchiveFiles files, Filters filters) throws IOException {
    Troubles troubles = new Troubles();
    FullReplay replay = new FullReplay(filters, rate());
    FullReplay.Result result;
    long startNs = nanoClock.getAsLong();
    try (FileProgress progress = new FileProgress(terminal, "replay", files, metricsFile);
        EventQueue queue = openQueue()) {
      result = replay.run(files.files(), queue, troubles, progress);
    }
    ReplayText text = new ReplayText(dryRun, files, troubles, secondsSince(startNs));
    if (json) {
      text.printJson(result, terminal.out());
    } else {
      text.print(result, terminal.out());
    }
    return exitCode(troubles, files, result.sent() == 0);
  }

  private int replayMissing(ArchiveFiles files, Filters filters) throws IOException {
    Troubles troubles = new Troubles();
    MissingReplay.Result result;
    long startNs = nanoClock.getAsLong();
    try (DocumentStore store = backends.openStore(settings);
        FileProgress progress = new FileProgress(terminal, "replay", files, metricsFile);
        EventQueue queue = openQueue()) {
      MissingReplay replay =
          new MissingReplay(
              new Documents(store), filters, rate(), Runtime.getRuntime().availableProcessors());
      result = replay.run(files.files(), queue, troubles, progress);
    }
    ReplayText text = new ReplayText(dryRun, files, troubles, secondsSince(startNs));
    if (json) {
      text.printJson(result, terminal.out());
    } else {
      text.print(result, terminal.out());
    }
    int status = exitCode(troubles, files, result.events() == 0);
    if (result.blocked().isEmpty()) {
      return status;
    }
    warn("replay: documents of some counters cannot be read, see above");
    return ExitCode.FAILED;
  }

  private EventQueue openQueue() throws IOException {
    return dryRun ? EventQueue.NOWHERE : backends.openQueue(settings.broker());
  }

  /**
   * @param isNothing whether no event was found that is meant
   */
  private int exitCode(Troubles troubles, ArchiveFiles files, boolean isNothing) {
    if (troubles.count(Trouble.Kind.UNREADABLE) > 0) {
      warn("replay: some files could not be read, see above; none of their events were sent");
      return ExitCode.FAILED;
    }
    if (!troubles.isWhole()) {
      warn(
          "replay: some files break off, see above; what was before that is sent. Replay the"
              + " files when they are whole");
      return ExitCode.MISSING;
    }
    if (isNothing) {
      warn(
          "replay: these files have no event"
              + (isSelective() ? " that --counter, --ad, --from and --to select" : ""));
      return ExitCode.MISSING;
    }
    return OtherFiles.status(ExitCode.OK, files);
  }

  private boolean isSelective() {
    return !times.range().isAll() || !counters.isEmpty() || !ads.isEmpty();
  }

  private double secondsSince(long startNs) {
    return (nanoClock.getAsLong() - startNs) / 1e9;
  }

  private SendRate rate() {
    return new SendRate(dryRun ? 0 : rate, System::nanoTime, TimeUnit.NANOSECONDS::sleep);
  }
}
