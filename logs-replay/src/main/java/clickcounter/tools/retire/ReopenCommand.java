package clickcounter.tools.retire;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.event.CounterId;
import clickcounter.ids.Ending;
import clickcounter.store.DocumentStore;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.EventQueue;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.send.OperatorLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.random.RandomGenerator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "reopen",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Revokes counters close: events of the counter may come again.",
      "",
      "That is not needed for them to be counted: the first that comes opens the counter."
    },
    exitCodeList = {
      "0:the event is on the queue",
      "1:nothing was sent: no operator has closed the counter",
      "3:"
    },
    footerHeading = "%nExample:%n",
    footer =
        "  clicks counters reopen hostA-20260601_000000-k3f9xq --reason \"it was the wrong host\"")
final class ReopenCommand extends ToolCommand {
  @Parameters(index = "0", paramLabel = "COUNTER", description = "The counter's id")
  private String counterId;

  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description = "Why; stored in the counter's document")
  private String reason;

  @Option(names = "--json", description = "Print the result as JSON")
  private boolean json;

  @Mixin private ToolSettings settings;

  private final Backends backends;
  private final Clock clock;
  private final RandomGenerator random;

  ReopenCommand(Terminal terminal, Backends backends, Clock clock, RandomGenerator random) {
    super(terminal);
    this.backends = backends;
    this.clock = clock;
    this.random = random;
  }

  @Override
  protected int run() throws IOException {
    CounterId.requireValid(counterId);
    CounterReading reading;
    try (DocumentStore store = backends.openStore(settings.riak())) {
      reading = new Documents(store).counter(counterId);
    }
    if (!reading.gaps().isEnded()) {
      terminal
          .err()
          .println("counter " + counterId + " is not closed by an operator; nothing was sent");
      return ExitCode.MISSING;
    }
    OperatorLog log = OperatorLog.of(settings.read(), clock, random);
    long from = reading.gaps().ending().from();
    OperatorLog.Written written;
    try (EventQueue queue = backends.openQueue(settings.broker())) {
      written = log.writeOff(queue, counterId, from, Ending.NO_END, reason, true);
    }
    if (json) {
      Json.print(
          terminal.out(), new ReopenedJson(written.eventId(), counterId, reason, written.file()));
    } else {
      say("sent " + written.eventId() + ": reopen counter " + counterId);
      say("  archived in " + written.file());
    }
    return ExitCode.OK;
  }

  private record ReopenedJson(String eventId, String counterId, String reason, Path archivedIn) {}
}
