package clickcounter.rejects;

import clickcounter.cli.Durations;
import clickcounter.cli.ExitCode;
import clickcounter.cli.IoErrors;
import clickcounter.cli.Json;
import clickcounter.cli.Progress;
import clickcounter.cli.Terminal;
import clickcounter.cli.Texts;
import clickcounter.event.RejectReason;
import clickcounter.jms.RejectedLine;
import clickcounter.jms.RejectsReader;
import clickcounter.jms.RejectsReader.Received;
import clickcounter.service.Transport;
import clickcounter.tools.common.Backends;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Takes lines off the queue of rejects, each after it is where it goes. Nothing is lost when it is
 * interrupted: a line that is sent twice is counted once, like every event.
 */
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
  private static final int BATCH_LINES = 500;

  /** Their text is no event line: it describes a message, or shows bytes. */
  private static final Set<String> NO_EVENTS =
      Set.of(RejectReason.MESSAGE_TOO_LARGE.label(), RejectReason.NOT_TEXT.label());

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

  @Mixin private Meant lines;
  private final Backends backends;

  /** A line that comes back must not be sent for ever. */
  private final Set<String> sent = new HashSet<>();

  private long read;
  private long done;

  /** Lines that stay on the queue, because they are no event lines. */
  private long left;

  /** Lines whose text is there more than once; they stay on the queue. */
  private long repeated;

  /** How many of those that were sent are rejected again, and on the queue. */
  private long cameBack;

  public RejectsRequeueCommand(Terminal terminal, Backends backends) {
    super(terminal);
    this.backends = backends;
  }

  /** Where the lines go: they are there when it returns. */
  interface Target extends Closeable {
    void accept(List<RejectedLine> batch) throws IOException;
  }

  /** The queue of events; the broker has confirmed the lines when it returns. */
  private record EventsAgain(Transport events) implements Target {
    @Override
    public void accept(List<RejectedLine> batch) throws IOException {
      try {
        events.send(batch.stream().map(RejectedLine::text).toList());
        events.flush();
      } catch (IOException e) {
        throw new IOException(
            IoErrors.message(e)
                + ". Every line that the broker has not confirmed stays on the queue of rejects: run"
                + " this again",
            e);
      }
    }

    @Override
    public void close() throws IOException {
      events.close();
    }
  }

  @Override
  protected int run() throws IOException {
    Predicate<RejectedLine> filter = lines.filter();
    boolean isCutShort;
    try (Progress progress = progress();
        Target target = target();
        RejectsReader reader = RejectsReader.open(settings.broker())) {
      move(reader, filter, target, progress);
      isCutShort = reader.isAtMost();
      watch(reader);
    }
    report(isCutShort);
    boolean isAllDone = left == 0 && repeated == 0 && cameBack == 0 && !isCutShort;
    return isAllDone ? ExitCode.OK : ExitCode.MISSING;
  }

  private Target target() throws IOException {
    if (dryRun) {
      return new EventsAgain(Backends.NOWHERE);
    }
    return file != null
        ? new RejectsFile(file)
        : new EventsAgain(backends.openQueue(settings.broker()));
  }

  private void move(
      RejectsReader reader, Predicate<RejectedLine> filter, Target target, Progress progress)
      throws IOException {
    List<Received> batch = new ArrayList<>();
    for (Received next = reader.next(); next != null; next = reader.next()) {
      read++;
      progress.step(1);
      if (filter.test(next.line()) && isWanted(next.line())) {
        batch.add(next);
      }
      if (batch.size() == BATCH_LINES) {
        settle(reader, batch, target);
      }
    }
    settle(reader, batch, target);
  }

  private boolean isWanted(RejectedLine line) {
    if (file == null && NO_EVENTS.contains(line.reason())) {
      left++;
      return false;
    }
    // One line may be there twice, from two messages: the second is left for the next run.
    if (file == null && !sent.add(line.text())) {
      repeated++;
      return false;
    }
    done++;
    return true;
  }

  private void settle(RejectsReader reader, List<Received> batch, Target target)
      throws IOException {
    if (!dryRun && !batch.isEmpty()) {
      target.accept(batch.stream().map(Received::line).toList());
      for (Received each : batch) {
        reader.remove(each);
      }
    }
    batch.clear();
  }

  /** Counts the lines that were sent and are rejected again. They stay on the queue. */
  private void watch(RejectsReader reader) throws IOException {
    boolean isDue = !dryRun && !sent.isEmpty();
    long endNs = System.nanoTime() + wait.toNanos();
    while (isDue && System.nanoTime() - endNs < 0 && !reader.isAtMost()) {
      Received next = reader.next();
      if (next != null && sent.contains(next.line().text())) {
        cameBack++;
      }
    }
  }

  private void report(boolean isCutShort) throws IOException {
    String verb = file == null ? (dryRun ? "send " : "sent ") : dryRun ? "move " : "moved ";
    String place = file == null ? "queue " + settings.broker().queue() : file.toString();
    print(
        Json.object()
            .with("read", read)
            .with("done", done)
            .with("left", left)
            .with("repeated", repeated)
            .with("cameBack", cameBack)
            .with("cutShort", isCutShort)
            .with("dryRun", dryRun)
            .with("file", file),
        out -> say((dryRun ? "would " : "") + verb + Texts.count(done, "line") + " to " + place));
    warnIfCutShort(isCutShort);
    warnOf(
        cameBack,
        "",
        " came back: rejected again. Remove the cause (rejects list says it), then run this again");
    warnOf(repeated, "left ", " whose text is there more than once: run this again");
    warnOf(
        left,
        "left ",
        " that describe messages and are no events: send theirs with archive replay --only-missing,"
            + " then move these lines away with --file FILE");
  }

  private void warnOf(long number, String what, String why) {
    if (number > 0) {
      warn("rejects requeue: " + what + Texts.count(number, "line") + why);
    }
  }
}
