package clickcounter.tools.inspect;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.event.CounterId;
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
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The commands {@code write-off} and {@code reopen}, which decide about a range of a counter's ids.
 * The tool writes no document: it sends an event of its own, which the topology applies exactly
 * once, like every other event.
 */
@Command(
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeList = {
      "0:the event is on the queue",
      "1:no such counter, or the ids are above its highest"
    },
    footerHeading = "%nExample:%n")
public final class WriteOffCommand extends ToolCommand {
  private static final Pattern RANGE = Pattern.compile("(\\d{1,16})(\\.\\.(\\d{1,16}))?");

  @Parameters(index = "0", paramLabel = "COUNTER", description = "The counter's id")
  private String counterId;

  @Parameters(
      index = "1",
      paramLabel = "FROM..TO",
      description = "The ids, both ends included; or one id")
  private String range;

  @Option(
      names = "--reason",
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

  @Mixin private ToolSettings settings;

  private final boolean reopen;
  private final Backends backends;
  private final Clock clock;
  private final RandomGenerator random;

  private WriteOffCommand(
      boolean reopen, Terminal terminal, Backends backends, Clock clock, RandomGenerator random) {
    super(terminal);
    this.reopen = reopen;
    this.backends = backends;
    this.clock = clock;
    this.random = random;
  }

  public static CommandLine writeOff(
      Terminal terminal, Backends backends, Clock clock, RandomGenerator random) {
    return named(
        "write-off",
        "17..19 --reason \"disk lost\"",
        new WriteOffCommand(false, terminal, backends, clock, random),
        "Declares that a gap will never be filled.",
        "",
        "If one of its events arrives after all, it is counted and the write-off is corrected.");
  }

  public static CommandLine reopen(
      Terminal terminal, Backends backends, Clock clock, RandomGenerator random) {
    return named(
        "reopen",
        "17..19 --reason \"disk found\"",
        new WriteOffCommand(true, terminal, backends, clock, random),
        "Revokes a write-off: the ids are missing again.");
  }

  private static CommandLine named(
      String name, String example, WriteOffCommand command, String... description) {
    CommandLine line = new CommandLine(command);
    line.getCommandSpec()
        .name(name)
        .usageMessage()
        .description(description)
        .footer("  clicks gaps " + name + " hostA-20260601_000000-k3f9xq " + example);
    return line;
  }

  @Override
  protected int run() throws IOException {
    Matcher matcher = RANGE.matcher(range);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "expected a range such as 17..19 or 17, got '" + range + "'");
    }
    long from = Long.parseLong(matcher.group(1));
    long to = matcher.group(3) == null ? from : Long.parseLong(matcher.group(3));
    CounterId.requireValid(counterId);
    CounterReading reading = read();
    if (!force && !isKnown(reading, to)) {
      return ExitCode.MISSING;
    }
    OperatorLog log = OperatorLog.of(settings.read(), clock, random);
    OperatorLog.Written written;
    try (EventQueue queue = backends.openQueue(settings.broker())) {
      written = log.writeOff(queue, counterId, from, to, reason, reopen);
    }
    report(reading, from, to, written);
    return ExitCode.OK;
  }

  private CounterReading read() {
    try (DocumentStore store = backends.openStore(settings.riak())) {
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

  private void report(CounterReading reading, long from, long to, OperatorLog.Written written)
      throws IOException {
    long notCounted = 0;
    for (Gap gap : reading.gaps().gaps()) {
      long first = Math.max(gap.from(), from);
      long last = Math.min(gap.to(), to);
      notCounted += Math.max(0, last - first + 1);
    }
    if (json) {
      Json.print(
          terminal.out(),
          new WriteOffJson(
              written.eventId(), reopen, counterId, from, to, notCounted, reason, written.file()));
    } else {
      print(from, to, notCounted, written);
    }
  }

  private record WriteOffJson(
      String eventId,
      boolean reopen,
      String counterId,
      long from,
      long to,
      long notCounted,
      String reason,
      Path archivedIn) {}

  private void print(long from, long to, long notCounted, OperatorLog.Written written) {
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
            "The topology applies it like any other event; to check: inspect counter " + counterId);
  }
}
