package clickcounter.tools.inspect;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.event.CounterId;
import clickcounter.ids.Gap;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.EventQueue;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.StoreCommand;
import clickcounter.tools.common.Texts;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.send.OperatorLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * What an operator decides about ids of a counter: the options, and how the decision is sent. No
 * document is written: the topology applies the decision exactly once, like every other event.
 */
abstract class DecisionCommand extends StoreCommand {
  static final String FORCE = "Also accept a counter without a document, and ids above its highest";

  private static final Pattern RANGE = Pattern.compile("(\\d{1,16})(\\.\\.(\\d{1,16}))?");

  @Parameters(index = "0", paramLabel = "COUNTER", description = "The counter's id")
  protected String counterId;

  @Option(
      names = "--why",
      required = true,
      paramLabel = "TEXT",
      description = "Why; stored in the counter's document")
  protected String reason;

  private final RandomGenerator random;

  DecisionCommand(Terminal terminal, Backends backends, Clock clock, RandomGenerator random) {
    super(terminal, backends, clock);
    this.random = random;
  }

  /** Writes ids off, or takes that back. The exit code. */
  final int ids(String range, boolean reopen, boolean force) throws IOException {
    Matcher matcher = RANGE.matcher(range);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "expected a range such as 17..19 or 17, got '" + range + "'");
    }
    long from = Long.parseLong(matcher.group(1));
    long to = matcher.group(3) == null ? from : Long.parseLong(matcher.group(3));
    CounterReading reading = counter();
    if (!force && !isKnown(reading, to)) {
      return ExitCode.MISSING;
    }
    boolean isDone = !reopen && isWrittenOff(reading, from, to);
    report(reading, from, to, reopen, isDone ? null : send(from, to, reopen));
    return ExitCode.OK;
  }

  /** Whether all of these ids that are not counted are written off. */
  private static boolean isWrittenOff(CounterReading reading, long from, long to) {
    List<Gap> gaps = gaps(reading, from, to);
    return !gaps.isEmpty() && to < reading.next() && gaps.stream().allMatch(Gap::isWrittenOff);
  }

  private static List<Gap> gaps(CounterReading reading, long from, long to) {
    return reading.gaps().gaps().stream()
        .filter(gap -> gap.from() <= to && gap.to() >= from)
        .toList();
  }

  /** Writes ids off, or takes that back. */
  protected final OperatorLog.Written send(long from, long to, boolean reopen) throws IOException {
    OperatorLog log = OperatorLog.of(settings.read(), clock, random);
    try (EventQueue queue = backends.openQueue(settings.broker())) {
      return log.writeOff(queue, counterId, from, to, reason, reopen);
    }
  }

  protected final void requireValidId() {
    CounterId.requireValid(counterId);
  }

  protected final CounterReading counter() {
    requireValidId();
    return read(documents -> documents.counter(counterId));
  }

  protected final void requireReadable(CounterReading reading, String remedy) throws IOException {
    if (reading.blocked() != null) {
      throw new IOException(
          "the document of counter %s cannot be read (%s); nothing was sent. %s"
              .formatted(counterId, reading.blocked(), remedy));
    }
  }

  private boolean isKnown(CounterReading reading, long to) throws IOException {
    requireReadable(reading, "(--force sends it anyway)");
    if (!reading.exists()) {
      warn(
          "counter "
              + counterId
              + " has no document; nothing was sent. Is the id right? (--force sends it anyway)");
      return false;
    }
    if (to >= reading.next()) {
      warn(
          ("counter %s: its highest id is %s, and %s is above it; nothing was sent. (--force"
                  + " sends it anyway)")
              .formatted(counterId, reading.next() - 1, to));
      return false;
    }
    return true;
  }

  /**
   * @param written null if nothing was sent, because the ids are written off already
   */
  private void report(
      CounterReading reading, long from, long to, boolean reopen, OperatorLog.Written written)
      throws IOException {
    long notCounted =
        gaps(reading, from, to).stream()
            .mapToLong(gap -> Math.min(gap.to(), to) - Math.max(gap.from(), from) + 1)
            .sum();
    String eventId = written == null ? null : written.eventId();
    Path file = written == null ? null : written.file();
    print(
        Json.object()
            .with("eventId", eventId)
            .with("reopen", reopen)
            .with("counterId", counterId)
            .with("from", from)
            .with("to", to)
            .with("notCounted", notCounted)
            .with("reason", reason)
            .with("archivedIn", file),
        out -> {
          String ids = Texts.range(from, to) + " of counter " + counterId;
          if (written == null) {
            say("already written off: %s; nothing was sent", ids);
            return;
          }
          say(
              "sent %s: %s %s, %s of them not counted",
              eventId, reopen ? "reopen" : "write off", ids, Texts.number(notCounted));
          say("  archived in " + file);
          say("The topology applies it like any other event; to check: counters show " + counterId);
        });
  }
}
