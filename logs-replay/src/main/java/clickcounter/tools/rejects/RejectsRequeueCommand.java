package clickcounter.tools.rejects;

import clickcounter.cli.Durations;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Progress;
import clickcounter.cli.Terminal;
import clickcounter.jms.BrokerSettings;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.EventQueue;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.Texts;
import clickcounter.tools.rejects.Requeue.Done;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "requeue",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Sends rejected lines to the queue of events again, after their cause was removed.",
      "",
      "A line leaves the queue of rejects when the broker has confirmed that it is on the other one. Nothing is lost when"
          + " this is interrupted; what was sent twice is counted once. A line that is rejected again comes back.",
      "Lines of a message that could not be read at all stay: send these with archive replay --only-missing.",
      "",
      "With --file, lines of any kind leave the queue for a file instead. Their events stay gaps of their counters."
    },
    exitCodeList = {"0:", "1:lines were left: no events, rejected again, or too many to be read"},
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks rejects requeue --reason document-blocked",
      "  clicks rejects requeue --reason not-json --file /var/lib/clicks/not-json.txt"
    })
public final class RejectsRequeueCommand extends RejectsCommand {
  @Option(
      names = "--dry-run",
      description = "Send and write nothing; print how many lines are meant")
  private boolean dryRun;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "Write the lines to the end of this file, a JSON object each, and send nothing")
  private Path file;

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      converter = Durations.class,
      defaultValue = "5s",
      description =
          "How long to watch whether lines are rejected again, after the last one was sent. Default:"
              + " ${DEFAULT-VALUE}")
  private Duration wait;

  @Mixin private RejectsOptions lines;
  private final Backends backends;

  public RejectsRequeueCommand(Terminal terminal, Backends backends) {
    super(terminal);
    this.backends = backends;
  }

  @Override
  protected int run() throws IOException {
    BrokerSettings at = settings.broker();
    Done done;
    try (Progress progress = progress()) {
      done = requeue(at, progress);
    }
    if (json) {
      Json.print(terminal.out(), done);
    } else {
      String verb = file == null ? (dryRun ? "send " : "sent ") : dryRun ? "move " : "moved ";
      String place = file == null ? "queue " + at.queue() : file.toString();
      say((dryRun ? "would " : "") + verb + Texts.count(done.done(), "line") + " to " + place);
    }
    warnIfCutShort(done.cutShort());
    warnOf(
        done.cameBack(),
        "",
        " came back: rejected again. Remove the cause (rejects list says it), then run this again");
    warnOf(done.repeated(), "left ", " whose text is there more than once: run this again");
    warnOf(
        done.left(),
        "left ",
        " that describe messages and are no events: send theirs with archive replay --only-missing,"
            + " then move these lines away with --file FILE");
    return done.leavesNothing() ? ExitCode.OK : ExitCode.MISSING;
  }

  private void warnOf(long lines, String what, String why) {
    if (lines > 0) {
      warn("rejects requeue: " + what + Texts.count(lines, "line") + why);
    }
  }

  private Done requeue(BrokerSettings at, Progress progress) throws IOException {
    Requeue requeue = new Requeue(lines.filter(), file, dryRun);
    if (dryRun) {
      return requeue.run(at, progress, null, 0);
    }
    if (file != null) {
      try (RejectsFile to = new RejectsFile(file)) {
        return requeue.run(at, progress, to, 0);
      }
    }
    try (EventQueue queue = backends.openQueue(at)) {
      return requeue.run(at, progress, Requeue.to(queue), wait.toMillis());
    }
  }
}
