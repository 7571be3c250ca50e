package clickcounter.cluster;

import clickcounter.cli.Durations;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.tools.common.ToolSettings;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "kill",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Kills the topology, as storm kill does, and waits until it is gone. Its spouts stop at once. Events under way"
          + " are counted meanwhile; the others stay in the queue."
    },
    footer = {"", "Example:", "  deploy/clicks topology kill --drain 5s"},
    exitCodeList = {"0:it is gone", "1:there is no such topology"})
final class KillCommand extends ToolCommand {
  @Mixin private ToolSettings settings;

  @Option(
      names = "--drain",
      paramLabel = "DURATION",
      converter = Durations.class,
      description =
          "Time for its workers to finish events under way, such as 5s (default: the topology's message timeout).")
  private Duration drain;

  KillCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected int run() throws IOException, InterruptedException {
    String name = TopologySettingsTable.name(settings.read(TopologySettingsTable.ROWS));
    Integer drainS = drain == null ? null : Nimbus.seconds(drain);
    Nimbus nimbus = ClusterChoice.of(settings).nimbus();
    if (!nimbus.killAndAwait(name, drainS, () -> sayThatItWaits(name, drainS))) {
      return NoTopology.missing(name, nimbus, terminal);
    }
    say("killed " + name);
    return ExitCode.OK;
  }

  private void sayThatItWaits(String name, Integer drainS) {
    warn(
        "kill: waits for the end of the workers of "
            + name
            + ", at least "
            + (drainS == null ? "the topology's message timeout" : drainS + " s")
            + ". The topology ends even if you interrupt this");
  }
}
