package clickcounter.rejects;

import clickcounter.cli.AtomicFile;
import clickcounter.cli.ExitCode;
import clickcounter.cli.IoErrors;
import clickcounter.cli.Json;
import clickcounter.cli.Texts;
import clickcounter.event.RejectReason;
import clickcounter.jms.RejectedLine;
import clickcounter.jms.RejectsReader;
import clickcounter.jms.RejectsReader.Received;
import clickcounter.service.Transport;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Takes lines off the queue of rejects, each after it is where it goes. Nothing is lost when it is
 * interrupted: a line that is sent twice is counted once, like every event.
 */
@Command(
    name = "requeue",
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
    footer = {
      "  clicks rejects requeue --reason document-blocked",
      "  clicks rejects requeue --reason not-json --file /var/lib/clicks/not-json.txt"
    })
public final class RejectsRequeueCommand extends RejectsCommand {
  private static final int BATCH_LINES = 500;

  /** Their text is no event line: it describes a message, or shows bytes. */
  private static final Set<String> NO_EVENTS =
      Set.of(RejectReason.MESSAGE_TOO_LARGE.label(), RejectReason.NOT_TEXT.label());

  private static final Set<OpenOption> APPENDED =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);

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
      defaultValue = "5s",
      description =
          "How long to watch whether lines are rejected again, after the last one was sent."
              + " Default: ${DEFAULT-VALUE}")
  private Duration wait;

  private final Set<String> sent = new HashSet<>();

  /** Lines that stay on the queue, because they are no event lines. */
  private long left;

  /** How many of those that were sent are rejected again, and on the queue. */
  private long cameBack;

  @Override
  protected int run() throws IOException {
    long read;
    boolean isCutShort;
    List<Received> wanted = new ArrayList<>();
    try (RejectsReader reader = open()) {
      // Nothing is sent before the queue is read to its end: what comes later is rejected again.
      read =
          read(
              reader,
              next -> {
                if (isWanted(next.line())) {
                  wanted.add(next);
                }
              });
      isCutShort = reader.isAtMost();
      if (!dryRun && !wanted.isEmpty()) {
        move(reader, wanted);
        watch(reader);
      }
    }
    report(read, wanted.size(), isCutShort);
    return left == 0 && cameBack == 0 && !isCutShort ? ExitCode.OK : ExitCode.MISSING;
  }

  private boolean isWanted(RejectedLine line) {
    boolean isWanted = file != null || !NO_EVENTS.contains(line.reason());
    left += isWanted ? 0 : 1;
    return isWanted;
  }

  private void move(RejectsReader reader, List<Received> wanted) throws IOException {
    try (Transport events = file == null ? backends.openQueue(settings.broker()) : null) {
      for (int from = 0; from < wanted.size(); from += BATCH_LINES) {
        List<Received> batch = wanted.subList(from, Math.min(wanted.size(), from + BATCH_LINES));
        List<RejectedLine> lines = batch.stream().map(Received::line).toList();
        if (events == null) {
          append(lines);
        } else {
          send(events, lines.stream().map(RejectedLine::text).toList());
        }
        for (Received each : batch) {
          reader.remove(each);
        }
      }
    }
  }

  /** The broker has confirmed the lines when it returns. */
  private void send(Transport events, List<String> lines) throws IOException {
    try {
      events.send(lines);
      events.flush();
      sent.addAll(lines);
    } catch (IOException e) {
      throw new IOException(
          IoErrors.message(e)
              + ". Every line that the broker has not confirmed stays on the queue of rejects: run"
              + " this again",
          e);
    }
  }

  /** The lines are on disk when it returns. If it fails, the file ends as before. */
  private void append(List<RejectedLine> lines) throws IOException {
    JsonMapper json = new JsonMapper(); // of a class that other commands do without
    StringBuilder text = new StringBuilder();
    for (RejectedLine line : lines) {
      text.append(json.writeValueAsString(line)).append('\n');
    }
    ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
    try (FileChannel out = FileChannel.open(file, APPENDED, AtomicFile.ownerOnly(file))) {
      long before = out.size();
      try {
        while (bytes.hasRemaining()) {
          out.write(bytes);
        }
        out.force(true);
      } catch (IOException e) {
        if (out.size() > before) {
          out.truncate(before);
        }
        throw e;
      }
      AtomicFile.forceNames(file.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw IoErrors.notWritten(
          file,
          e,
          "The lines that were removed from the queue are in it, all others stay on the queue."
              + " Free space there, or name another --file, and run this again");
    }
  }

  /** Counts the lines that were sent and are rejected again. They stay on the queue. */
  private void watch(RejectsReader reader) throws IOException {
    long endNs = System.nanoTime() + wait.toNanos();
    while (!sent.isEmpty() && System.nanoTime() - endNs < 0 && !reader.isAtMost()) {
      Received next = reader.next();
      if (next != null && sent.contains(next.line().text())) {
        cameBack++;
      }
    }
  }

  private void report(long read, long done, boolean isCutShort) throws IOException {
    String verb = file == null ? (dryRun ? "send " : "sent ") : dryRun ? "move " : "moved ";
    String place = file == null ? "queue " + settings.broker().queue() : file.toString();
    print(
        Json.object()
            .with("read", read)
            .with("done", done)
            .with("left", left)
            .with("cameBack", cameBack)
            .with("cutShort", isCutShort)
            .with("dryRun", dryRun)
            .with("file", file),
        out -> say((dryRun ? "would " : "") + verb + Texts.count(done, "line") + " to " + place));
    warnOf(
        cameBack,
        "",
        " came back: rejected again. Remove the cause (rejects list says it), then run this again");
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
