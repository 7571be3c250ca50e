package clickcounter.tools.send;

import static clickcounter.event.EventLimits.requireAtLeast;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.Texts;
import clickcounter.ids.LongRanges;
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
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.send.Replay.Healed;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "replay",
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
    footer = {
      "  clicks archive replay --only-missing --dry-run /var/log/clicks",
      "  clicks archive replay --only-missing '/var/log/clicks/**/*-20260601_1*.ndjson.gz'",
      "  clicks archive replay --rate 20000 /var/log/clicks/hostA"
    })
public final class ReplayCommand extends ResultCommand {
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
        FileProgress progress = new FileProgress(terminal, "replay", files);
        Transport queue = dryRun ? Backends.NOWHERE : backends.openQueue(settings.broker())) {
      Documents documents = onlyMissing ? new Documents(store) : null;
      LineSender sender = new LineSender(queue, LineSender.LINES_A_MESSAGE, dryRun ? 0 : rate);
      result = new Replay(documents, filters, sender).run(files.files(), troubles, progress);
    }
    double seconds = (nanoClock.getAsLong() - startNs) / 1e9;
    print(json(result, files, troubles, seconds), out -> print(result, files, troubles, out));
    int status = exitCode(troubles, files, result.events() == 0);
    if (!result.blocked().isEmpty()) {
      warn("replay: documents of some counters cannot be read, see above");
      return ExitCode.FAILED;
    }
    return status;
  }

  private void print(Replay.Result result, ArchiveFiles files, Troubles troubles, PrintStream out) {
    String sent = dryRun ? "to be sent (dry run, nothing was sent)" : "sent";
    say(
        "%s %s from %s",
        Texts.count(result.events(), "event"),
        onlyMissing ? "read" : sent + ",",
        Texts.count(files.files().size(), "file"));
    if (onlyMissing) {
      sayMissing(result, sent);
    } else if (result.passedOver() > 0) {
      say("  %s excluded by the filters", Texts.count(result.passedOver(), "event"));
    }
    OtherFiles.print(files, out);
    troubles.print(out);
  }

  private void sayMissing(Replay.Result result, String sent) {
    if (result.sent() == 0 && result.blocked().isEmpty()) {
      say("No event of these files is missing: nothing was sent.");
    }
    sayIds("missing, " + sent + ":", result.ids(Healed::sent));
    sayIds("in gaps, and in none of these files:", result.ids(Healed::inNoFile));
    String others = Texts.count(result.notMet().size(), "other counter");
    sayIds("in gaps of " + others + " that these files do not have:", result.notMet());
    result
        .blocked()
        .forEach(
            (id, why) ->
                say("No events of counter %s were sent: its document cannot be read: %s", id, why));
  }

  private void sayIds(String where, SortedMap<String, LongRanges> ids) {
    if (!ids.isEmpty()) {
      say("%s %s", Texts.count(size(ids), "event"), where);
      List<String> lines = new ArrayList<>();
      ids.forEach((id, of) -> lines.add(id + ": " + Texts.ids(of)));
      Texts.first(lines).forEach(line -> say("  " + line));
    }
  }

  private static long size(SortedMap<String, LongRanges> ids) {
    return ids.values().stream().mapToLong(LongRanges::size).sum();
  }

  /** The kinds of replay have some fields of their own. */
  private Json.Fields json(
      Replay.Result result, ArchiveFiles files, Troubles troubles, double seconds) {
    SortedMap<String, Healed> counters = new TreeMap<>(result.counters());
    counters
        .values()
        .removeIf(c -> c.sent().isEmpty() && c.inNoFile().isEmpty() && c.blocked() == null);
    return Json.object()
        .withAny("events", onlyMissing ? result.events() : null)
        .with("sent", result.sent())
        .withAny("passedOver", onlyMissing ? null : result.passedOver())
        .withAny("inNoFile", onlyMissing ? size(result.ids(Healed::inNoFile)) : null)
        .withAny("counters", onlyMissing ? counters : null)
        .withAny("notMet", onlyMissing ? result.notMet() : null)
        .with("dryRun", dryRun)
        .with("files", files.files().size())
        .with("filesPassedOver", OtherFiles.PassedOver.of(files))
        .with("seconds", seconds)
        .with("troubleCount", troubles.total())
        .with("troubles", troubles.kept());
  }

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
