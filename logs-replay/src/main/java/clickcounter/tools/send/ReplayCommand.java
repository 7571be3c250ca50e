package clickcounter.tools.send;

import clickcounter.cli.ExitCode;
import clickcounter.cli.MetricsFile;
import clickcounter.cli.Terminal;
import clickcounter.cli.Texts;
import clickcounter.service.Transport;
import clickcounter.store.DocumentStore;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.archive.Troubles.Trouble;
import clickcounter.tools.common.ArchivePaths;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.FileProgress;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.QueueWait;
import clickcounter.tools.common.StoreCommand;
import clickcounter.tools.documents.Documents;
import java.io.IOException;
import java.time.Clock;
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
public final class ReplayCommand extends StoreCommand {
  @Mixin private ArchivePaths archives;

  @Option(
      names = "--only-missing",
      description =
          "Send only events that are not counted: those in gaps, above a counter's "
              + "highest, or of unknown counters")
  private boolean onlyMissing;

  @Option(names = "--dry-run", description = "Send nothing; print what would be sent")
  private boolean dryRun;

  @Mixin private Filters filters;

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

  @Mixin private MetricsFile metricsFile;

  private final LongSupplier nanoClock;

  public ReplayCommand(Terminal terminal, Backends backends, Clock clock, LongSupplier nanoClock) {
    super(terminal, backends, clock);
    this.nanoClock = nanoClock;
  }

  @Override
  protected int run() throws IOException, InterruptedException {
    requireAtLeast("--rate", rate, 0);
    filters.requireTimes();
    ArchiveFiles files = archives.find(settings);
    int status = replay(files);
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
          "replay: still queued and not counted yet: "
              + Texts.count(messages, "message")
              + " or more; --until-counted waits for them (audit has it, too)");
    }
  }

  private int replay(ArchiveFiles files) throws IOException {
    Troubles troubles = new Troubles();
    Replay.Result result;
    long startNs = nanoClock.getAsLong();
    try (DocumentStore store = onlyMissing ? backends.openStore(settings) : null;
        FileProgress progress = new FileProgress(terminal, "replay", files, metricsFile);
        Transport queue = dryRun ? Backends.NOWHERE : backends.openQueue(settings.broker())) {
      Documents documents = onlyMissing ? new Documents(store) : null;
      LineSender sender = new LineSender(queue, LineSender.LINES_A_MESSAGE, dryRun ? 0 : rate);
      result = new Replay(documents, filters, sender).run(files.files(), troubles, progress);
    }
    double seconds = (nanoClock.getAsLong() - startNs) / 1e9;
    ReplayText text = new ReplayText(result, onlyMissing, dryRun, files, troubles, seconds);
    print(text.json(), text::print);
    int status = exitCode(troubles, files, result.events() == 0);
    if (result.isBlocked()) {
      warn("replay: documents of some counters cannot be read, see above");
      return ExitCode.FAILED;
    }
    return status;
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
              + (filters.areGiven() ? " that --counter, --ad, --from and --to select" : ""));
      return ExitCode.MISSING;
    }
    return OtherFiles.status(ExitCode.OK, files);
  }
}
