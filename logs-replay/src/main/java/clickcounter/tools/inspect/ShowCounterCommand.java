package clickcounter.tools.inspect;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.ReadingJson;
import java.io.IOException;
import java.util.Collection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "show",
    description = {
      "Shows the document of a counter: its highest id and its gaps.",
      "",
      "Without ID, lists all counters that the directory names. Those with gaps: clicks counters gaps."
    },
    exitCodeList = {
      "0:",
      "1:there is no such document",
      "3:or, without ID, no counter is known there"
    },
    footer = {
      "  clicks counters show",
      "  clicks counters show hostA-20260601_000000",
      "  clicks counters show hostA-20260601_000000 --json"
    })
public final class ShowCounterCommand extends ResultCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "ID",
      description = "The counter's id. Default: all counters")
  private String id;

  @Override
  protected int run() throws IOException {
    return id == null ? list() : show();
  }

  private int list() throws IOException {
    Collection<CounterReading> counters =
        read(documents -> documents.counters(documents.knownCounters(settings.riak()))).values();
    print(
        Json.object().with("counters", Json.list(counters, ReadingJson::counter)),
        out -> DocumentText.printCounters(counters, out, clock.millis()));
    return ExitCode.OK;
  }

  private int show() throws IOException {
    CounterReading counter = read(documents -> documents.counter(id));
    if (counter.blocked() != null) {
      throw DocumentText.unreadable("counter " + id, counter.blocked());
    }
    if (!counter.exists()) {
      print(
          Json.object().with("found", false),
          out -> out.println("counter " + id + ": no document. No event of it was ever settled."));
      return ExitCode.MISSING;
    }
    print(
        ReadingJson.counter(counter),
        out -> DocumentText.printCounter(counter, out, clock.millis()));
    return ExitCode.OK;
  }
}
