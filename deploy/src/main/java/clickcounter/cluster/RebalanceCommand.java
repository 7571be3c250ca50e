package clickcounter.cluster;

import clickcounter.replay.ExitCode;
import clickcounter.replay.Terminal;
import clickcounter.replay.ToolCommand;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.storm.generated.RebalanceOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "rebalance",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Spreads the topology anew over workers, as storm rebalance does. The number of tasks stays: for another",
      "one see redeploy. Returns when Nimbus has taken the order."
    },
    footer = {
      "",
      "Example:",
      "  deploy/clicks rebalance --workers 4 --executors ads=4",
      "",
      "Exit codes: 0 ordered, 1 there is no such topology, 3 it could not be done."
    })
final class RebalanceCommand extends ToolCommand {
  @Mixin private NameOption topology;

  @Option(names = "--workers", paramLabel = "N", description = "Worker processes.")
  private Integer workers;

  @Option(
      names = "--executors",
      paramLabel = "COMPONENT=N",
      description =
          "Threads of spout, ads, counters or rejects, at most as many as it has tasks; may be repeated.")
  private final Map<String, Integer> executors = new LinkedHashMap<>();

  @Option(
      names = "--wait",
      paramLabel = "S",
      description =
          "Seconds that the old workers have to finish what is under way (default: the topology's message"
              + " timeout).")
  private Integer waitS;

  @Mixin private DataOption data;

  RebalanceCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected int run() throws IOException {
    RebalanceOptions options = new RebalanceOptions();
    if (workers != null) {
      options.set_num_workers(workers);
    }
    if (waitS != null) {
      options.set_wait_secs(waitS);
    }
    executors.forEach(options::put_to_num_executors);
    if (!data.cluster().nimbus().rebalance(topology.name, options)) {
      terminal.err().println("no topology '" + topology.name + "' runs; see deploy/clicks list");
      return ExitCode.MISSING;
    }
    say("rebalancing " + topology.name);
    return ExitCode.OK;
  }
}
