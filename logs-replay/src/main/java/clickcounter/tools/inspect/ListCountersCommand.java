package clickcounter.tools.inspect;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.riak.RiakSettings;
import clickcounter.store.DocumentStore;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import java.io.IOException;
import java.time.Clock;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Lists all counters that the directory names. Those with gaps: clicks counters gaps.",
    exitCodeList = {"0:", "3:or no counter is known there"},
    footerHeading = "%nExamples:%n",
    footer = {"  clicks counters list", "  clicks counters list --json"})
public final class ListCountersCommand extends ToolCommand {
  @Option(names = "--json", description = "Print JSON")
  private boolean json;

  @Mixin private ToolSettings settings;

  private final Backends backends;
  private final Clock clock;

  public ListCountersCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal);
    this.backends = backends;
    this.clock = clock;
  }

  @Override
  protected int run() throws IOException {
    RiakSettings place = settings.riak();
    Map<String, CounterReading> readings;
    try (DocumentStore store = backends.openStore(settings)) {
      Documents documents = new Documents(store);
      readings = new TreeMap<>(documents.counters(documents.knownCounters(place)));
    }
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
