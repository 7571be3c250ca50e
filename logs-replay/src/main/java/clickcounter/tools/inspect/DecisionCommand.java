package clickcounter.tools.inspect;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.Texts;
import clickcounter.event.CounterId;
import clickcounter.ids.Gap;
import clickcounter.service.Transport;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.send.OperatorLog;
import clickcounter.tools.send.OperatorLog.Written;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * What an operator decides about ids of a counter: the options, and how the decision is sent. No
 * document is written: the topology applies the decision exactly once, like every other event.
 */
abstract class DecisionCommand extends ResultCommand {
  static final String FORCE = "Also accept a counter without a document, and ids above its highest";

  private static final String ANYWAY = "(--force sends it anyway)";

  private static final Pattern RANGE = Pattern.compile("(\\d{1,16})(\\.\\.(\\d{1,16}))?");

  @Parameters(index = "0", paramLabel = "COUNTER", description = "The counter's id")
  protected String counterId;

  @Option(
      names = "--why",
      required = true,
      paramLabel = "TEXT",
      description = "Why; stored in the counter's document")
  protected String reason;

  /** Writes ids off, or takes that back. The exit code. */
  final int ids(String range, boolean reopen, boolean force) throws IOException {
    Matcher matcher = RANGE.matcher(range);
    require(matcher.matches(), "expected a range such as 17..19 or 17, got '%s'", range);
    long from = Long.parseLong(matcher.group(1));
    long to = matcher.group(3) == null ? from : Long.parseLong(matcher.group(3));
    CounterReading reading = counter();
    if (!force) {
      requireReadable(reading, ANYWAY);
      if (!reading.exists()) {
        return refused("has no document", "Is the id right? " + ANYWAY);
      }
      if (to >= reading.next()) {
        return refused("ends before " + to + ": its highest id is " + (reading.next() - 1), ANYWAY);
      }
    }
    List<Gap> gaps = reading.gaps(from, to);
    boolean areWrittenOff = !gaps.isEmpty() && gaps.stream().allMatch(Gap::isWrittenOff);
    boolean isDone = !reopen && areWrittenOff && to < reading.next();
    Written written = isDone ? null : send(from, to, reopen);
    long notCounted =
        gaps.stream()
            .mapToLong(gap -> Math.min(gap.to(), to) - Math.max(gap.from(), from) + 1)
            .sum();
    String ids = Texts.range(from, to) + " of counter " + counterId;
    String what = (reopen ? "reopen " : "write off ") + ids;
    print(
        Json.object()
            .with("eventId", isDone ? null : written.eventId())
            .with("reopen", reopen)
            .with("counterId", counterId)
            .with("from", from)
            .with("to", to)
            .with("notCounted", notCounted)
            .with("reason", reason)
            .with("archivedIn", isDone ? null : written.file()),
        out -> {
          if (isDone) {
            say("already written off: " + ids + "; nothing was sent");
          } else {
            saySent(written, what + ", " + Texts.number(notCounted) + " of them not counted");
          }
        });
    return ExitCode.OK;
  }

  /** Writes ids off, or takes that back. */
  protected final Written send(long from, long to, boolean reopen) throws IOException {
    OperatorLog log = new OperatorLog(settings.read(), clock, random);
    try (Transport queue = backends.openQueue(settings.broker())) {
      return log.writeOff(queue, counterId, from, to, reason, reopen);
    }
  }

  protected final void saySent(Written written, String what) {
    say("sent " + written.eventId() + ": " + what);
    say("  archived in " + written.file() + "; to check: counters show " + counterId);
  }

  protected final int refused(String why, String hint) {
    warn("counter " + counterId + " " + why + "; nothing was sent. " + hint);
    return ExitCode.MISSING;
  }

  protected final CounterReading counter() {
    CounterId.requireValid(counterId);
    return read(documents -> documents.counter(counterId));
  }

  protected final void requireReadable(CounterReading reading, String remedy) throws IOException {
    if (reading.blocked() != null) {
      throw new IOException(
          "the document of counter %s cannot be read (%s); nothing was sent. %s"
              .formatted(counterId, reading.blocked(), remedy));
    }
  }
}
