package clickcounter.tools.inspect;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.riak.RiakSettings;
import clickcounter.store.DocumentStore;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import java.io.IOException;
import java.time.Clock;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows documents.",
      "",
      "ad ID        one ad: spend, state, clicks, impressions, unsettled events",
      "counter ID   one counter: its highest id, its gaps",
      "counters     all counters, from the directory",
      "",
      "To list the gaps of all counters: clicks gaps"
    },
    exitCodeList = {"0:", "1:there is no such document", "3:or no counter is known there"},
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks inspect ad m100002",
      "  clicks inspect counter hostA-20260601_000000 --json",
      "  clicks inspect counters --set riak.nodes=10.0.0.7:8087"
    })
public final class InspectCommand extends ToolCommand {
  /** What to show. */
  enum What {
    ad,
    counter,
    counters
  }

  @Parameters(index = "0", paramLabel = "ad|counter|counters", description = "What to show")
  private What what;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "ID",
      description = "The ad's or the counter's id")
  private String id;

  @Option(names = "--json", description = "Print JSON")
  private boolean json;

  @Mixin private ToolSettings settings;

  private final Backends backends;
  private final Clock clock;

  public InspectCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal);
    this.backends = backends;
    this.clock = clock;
  }

  @Override
  protected int run() throws IOException {
    boolean needsId = what == What.ad || what == What.counter;
    if (needsId != (id != null)) {
      throw new IllegalArgumentException(
          needsId
              ? what + ": expected an id after it"
              : what + ": expected nothing after it, got '" + id + "'");
    }
    RiakSettings place = settings.riak();
    try (DocumentStore store = backends.openStore(place)) {
      Documents documents = new Documents(store);
      return switch (what) {
        case ad -> ad(documents.ad(id));
        case counter -> counter(documents.counter(id));
        case counters -> counters(documents.counters(documents.knownCounters(place)));
      };
    }
  }

  private int ad(AdReading reading) throws IOException {
    Output output =
        reading.decide(
            found -> () -> found(found),
            absent ->
                () -> notFound("ad " + id + ": no document. No event of it was ever counted."),
            blocked ->
                () -> {
                  throw new IOException(
                      "the document of ad "
                          + id
                          + " cannot be read, and the topology does not write it: "
                          + blocked.reason());
                });
    return output.print();
  }

  /** Prints, and returns the exit code. */
  private interface Output {
    int print() throws IOException;
  }

  private int found(AdReading.Found found) throws IOException {
    if (json) {
      Json.print(terminal.out(), Json.AdJson.of(found));
    } else {
      DocumentText.printAd(found, terminal.out());
    }
    return ExitCode.OK;
  }

  private int notFound(String message) throws IOException {
    if (json) {
      Json.print(terminal.out(), Map.of("found", false));
    } else {
      terminal.out().println(message);
    }
    return ExitCode.MISSING;
  }

  private int counter(CounterReading reading) throws IOException {
    if (reading.blocked() != null) {
      throw new IOException(
          "the document of counter "
              + id
              + " cannot be read, and the topology does not write it: "
              + reading.blocked());
    }
    if (!reading.exists()) {
      return notFound("counter " + id + ": no document. No event of it was ever settled.");
    }
    if (json) {
      Json.print(terminal.out(), Json.CounterJson.of(reading));
    } else {
      DocumentText.printCounter(reading, terminal.out(), clock.millis());
    }
    return ExitCode.OK;
  }

  private int counters(Map<String, CounterReading> unsorted) throws IOException {
    Map<String, CounterReading> readings = new TreeMap<>(unsorted);
    if (json) {
      Json.print(
          terminal.out(),
          Map.of("counters", readings.values().stream().map(Json.CounterJson::of).toList()));
    } else {
      DocumentText.printCounters(readings.values(), terminal.out(), clock.millis());
    }
    return ExitCode.OK;
  }
}
