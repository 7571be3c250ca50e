package clickcounter.tools.rejects;

import clickcounter.cli.Durations;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Progress;
import clickcounter.cli.Terminal;
import clickcounter.jms.BrokerSettings;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.EventQueue;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.common.Texts;
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
public final class RejectsRequeueCommand extends ResultCommand {
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
    Rejects.Done done;
    try (Progress progress = RejectsOutput.progress(terminal)) {
      Rejects rejects = new Rejects(at, read -> progress.step(1));
      done = file == null ? requeue(rejects, at) : move(rejects);
    }
    print(
        Json.object()
            .with("read", done.read())
            .with("done", done.done())
            .with("left", done.left())
            .with("repeated", done.repeated())
            .with("cameBack", done.cameBack())
            .with("cutShort", done.isCutShort())
            .with("dryRun", dryRun)
            .with("file", file),
        out -> {
          String verb =
              file == null ? (dryRun ? "would send " : "sent ") : dryRun ? "would move " : "moved ";
          String place = file == null ? "queue " + at.queue() : file.toString();
          say(verb + Texts.count(done.done(), "line") + " to " + place);
        });
    RejectsOutput.warnIfCutShort(terminal, done);
    if (done.cameBack() > 0) {
      warn(
          "rejects requeue: "
              + Texts.count(done.cameBack(), "line")
              + " came back: rejected again. Remove the cause (rejects list says it), then run"
              + " this again");
    }
    if (done.repeated() > 0) {
      warn(
          "rejects requeue: left "
              + Texts.count(done.repeated(), "line")
              + " whose text is there more than once: run this again");
    }
    if (done.left() > 0) {
      warn(
          "rejects requeue: left "
              + Texts.count(done.left(), "line")
              + " that describe messages and are no events: send theirs with archive replay --only-missing, then move these lines away with --file FILE");
    }
    return done.isWhole() ? ExitCode.OK : ExitCode.MISSING;
  }

  private Rejects.Done move(Rejects rejects) throws IOException {
    return dryRun ? rejects.previewMove(lines.filter()) : rejects.moveTo(file, lines.filter());
  }

  private Rejects.Done requeue(Rejects rejects, BrokerSettings at) throws IOException {
    if (dryRun) {
      return rejects.previewRequeue(lines.filter());
    }
    try (EventQueue queue = backends.openQueue(at)) {
      return rejects.requeue(lines.filter(), queue, wait.toMillis());
    }
  }
}
