package clickcounter.tools.inspect;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.event.CounterId;
import clickcounter.ids.Ending;
import clickcounter.ids.Gap;
import clickcounter.store.DocumentStore;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.EventQueue;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.Texts;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.send.OperatorLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * What an operator decides about ids of a counter: the options, and how the decision is sent. No
 * document is written: the topology applies the decision exactly once, like every other event.
 */
final class Decision {
  private static final Pattern RANGE = Pattern.compile("(\\d{1,16})(\\.\\.(\\d{1,16}))?");

  @Parameters(index = "0", paramLabel = "COUNTER", description = "The counter's id")
  private String counterId;

  @Option(
      names = "--why",
      required = true,
      paramLabel = "TEXT",
      description = "Why; stored in the counter's document")
  private String reason;

  @Option(
      names = "--force",
      description = "Also accept a counter without a document, and ids above its highest")
  private boolean force;

  @Option(names = "--json", description = "Print the result as JSON")
  private boolean json;

  private final Terminal terminal;
  private final Backends backends;
  private final Clock clock;
  private final RandomGenerator random;

  Decision(Terminal terminal, Backends backends, Clock clock, RandomGenerator random) {
    this.terminal = terminal;
    this.backends = backends;
    this.clock = clock;
    this.random = random;
  }

  /** Writes ids off, or takes that back. The exit code. */
  int ids(ToolSettings settings, String range, boolean reopen) throws IOException {
    Matcher matcher = RANGE.matcher(range);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "expected a range such as 17..19 or 17, got '" + range + "'");
    }
    long from = Long.parseLong(matcher.group(1));
    long to = matcher.group(3) == null ? from : Long.parseLong(matcher.group(3));
    CounterReading reading = read(settings);
    if (!force && !isKnown(reading, to)) {
      return ExitCode.MISSING;
    }
    boolean isDone = !reopen && isWrittenOff(reading, from, to);
    report(reading, from, to, reopen, isDone ? null : send(settings, from, to, reopen));
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

  private OperatorLog.Written send(ToolSettings settings, long from, long to, boolean reopen)
      throws IOException {
    OperatorLog log = OperatorLog.of(settings.read(), clock, random);
    try (EventQueue queue = backends.openQueue(settings.broker())) {
      return log.writeOff(queue, counterId, from, to, reason, reopen);
    }
  }

  /** Takes back that an operator closed the counter. The exit code. */
  int openAgain(ToolSettings settings) throws IOException {
    CounterReading reading = read(settings);
    if (!reading.gaps().isEnded()) {
      terminal
          .err()
          .println("counter " + counterId + " is not closed by an operator; nothing was sent");
      return ExitCode.MISSING;
    }
    OperatorLog.Written written =
        send(settings, reading.gaps().ending().from(), Ending.NO_END, true);
    if (json) {
      Json.print(
          terminal.out(), new ReopenedJson(written.eventId(), counterId, reason, written.file()));
    } else {
      terminal.out().println("sent " + written.eventId() + ": reopen counter " + counterId);
      terminal.out().println("  archived in " + written.file());
    }
    return ExitCode.OK;
  }

  private record ReopenedJson(String eventId, String counterId, String reason, Path archivedIn) {}

  private CounterReading read(ToolSettings settings) {
    CounterId.requireValid(counterId);
    try (DocumentStore store = backends.openStore(settings)) {
      return new Documents(store).counter(counterId);
    }
  }

  private boolean isKnown(CounterReading reading, long to) throws IOException {
    if (reading.blocked() != null) {
      throw new IOException(
          "the document of counter "
              + counterId
              + " cannot be read ("
              + reading.blocked()
              + "); nothing was sent. (--force sends it anyway)");
    }
    if (!reading.exists()) {
      terminal
          .err()
          .println(
              "counter "
                  + counterId
                  + " has no document; nothing was sent. Is the id right? (--force sends it"
                  + " anyway)");
      return false;
    }
    if (to >= reading.next()) {
      terminal
          .err()
          .println(
              "counter "
                  + counterId
                  + ": its highest id is "
                  + (reading.next() - 1)
                  + ", and "
                  + to
                  + " is above it; nothing was sent. (--force sends it anyway)");
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
    long notCounted = 0;
    for (Gap gap : gaps(reading, from, to)) {
      notCounted += Math.min(gap.to(), to) - Math.max(gap.from(), from) + 1;
    }
    if (json) {
      String eventId = written == null ? null : written.eventId();
      Path file = written == null ? null : written.file();
      Json.print(
          terminal.out(),
          new WriteOffJson(eventId, reopen, counterId, from, to, notCounted, reason, file));
    } else if (written == null) {
      terminal
          .out()
          .printf(
              "already written off: %s of counter %s; nothing was sent%n",
              Texts.range(from, to), counterId);
    } else {
      print(from, to, reopen, notCounted, written);
    }
  }

  /**
   * @param eventId null if nothing was sent
   */
  private record WriteOffJson(
      String eventId,
      boolean reopen,
      String counterId,
      long from,
      long to,
      long notCounted,
      String reason,
      Path archivedIn) {}

  private void print(
      long from, long to, boolean reopen, long notCounted, OperatorLog.Written written) {
    terminal
        .out()
        .printf(
            Locale.ROOT,
            "sent %s: %s %s of counter %s, %s of them not counted%n",
            written.eventId(),
            reopen ? "reopen" : "write off",
            Texts.range(from, to),
            counterId,
            Texts.number(notCounted));
    terminal.out().println("  archived in " + written.file());
    terminal
        .out()
        .println(
            "The topology applies it like any other event; to check: counters show " + counterId);
  }
}
