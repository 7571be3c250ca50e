package clickcounter.tools.inspect;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.ids.Ending;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.send.OperatorLog;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "reopen",
    description = {
      "Takes back that an operator closed a counter or, with FROM..TO, wrote ids off.",
      "",
      "Ids that were written off are missing again. A closed counter may get events again; they"
          + " count without this, too: the first that comes opens the counter."
    },
    exitCodeList = {
      "0:the event is on the queue",
      "1:nothing was sent: no operator has closed the counter, no such counter, or the ids are above"
          + " its highest",
      "3:"
    },
    footer = {
      "  clicks counters reopen hostA-20260601_000000-k3f9xq --why \"it was the wrong host\"",
      "  clicks counters reopen hostA-20260601_000000-k3f9xq 17..19 --why \"disk found\""
    })
public final class ReopenCommand extends DecisionCommand {
  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FROM..TO",
      description = "The ids that were written off, both ends included; or one id")
  private String range;

  @Option(names = "--force", description = FORCE)
  private boolean force;

  @Override
  protected int run() throws IOException {
    return range == null ? openAgain() : ids(range, true, force);
  }

  /** Takes back that an operator closed the counter. */
  private int openAgain() throws IOException {
    CounterReading reading = counter();
    if (!reading.gaps().isEnded()) {
      return refused("is not closed by an operator", "See clicks counters show " + counterId);
    }
    OperatorLog.Written written = send(reading.gaps().ending().from(), Ending.NO_END, true);
    print(
        Json.object()
            .with("eventId", written.eventId())
            .with("counterId", counterId)
            .with("reason", reason)
            .with("archivedIn", written.file()),
        out -> saySent(written, "reopen counter " + counterId));
    return ExitCode.OK;
  }
}
