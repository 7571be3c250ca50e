package clickcounter.tools.inspect;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.Terminal;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.StoreCommand;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.ReadingJson;
import java.io.IOException;
import java.time.Clock;
import java.util.Collection;
import java.util.TreeMap;
import picocli.CommandLine.Command;

@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Lists all counters that the directory names. Those with gaps: clicks counters gaps.",
    exitCodeList = {"0:", "3:or no counter is known there"},
    footerHeading = "%nExamples:%n",
    footer = {"  clicks counters list", "  clicks counters list --json"})
public final class ListCountersCommand extends StoreCommand {

  public ListCountersCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal, backends, clock);
  }

  @Override
  protected int run() throws IOException {
    Collection<CounterReading> readings =
        read(
            documents ->
                new TreeMap<>(documents.counters(documents.knownCounters(settings.riak())))
                    .values());
    print(
        Json.object().with("counters", Json.list(readings, ReadingJson::counter)),
        out -> DocumentText.printCounters(readings, out, clock.millis()));
    return ExitCode.OK;
  }
}
