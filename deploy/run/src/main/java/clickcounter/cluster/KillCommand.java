package clickcounter.cluster;

import clickcounter.cli.Durations;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
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
      "Kills the topology, as storm kill does, and waits until it is gone. Its spouts stop at once. Events under way",
      "are counted during the wait; the others stay in the queue."
    },
    footer = {"", "Example:", "  deploy/clicks kill --wait 5s"},
    exitCodeList = {"0:it is gone", "1:there is no such topology"})
final class KillCommand extends ToolCommand {
  @Mixin private NameOption topology;

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      converter = Durations.class,
      description =
          "Time until its workers end, such as 5s (default: the topology's message timeout).")
  private Duration wait;

  @Mixin private ClusterChoice cluster;

  KillCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected int run() throws IOException, InterruptedException {
    Integer waitS = wait == null ? null : Nimbus.seconds(wait);
    if (!cluster
        .choose()
        .nimbus()
        .killAndAwait(topology.name, waitS, () -> sayThatItWaits(waitS))) {
      return topology.missing(terminal);
    }
    say("killed " + topology.name);
    return ExitCode.OK;
  }

  private void sayThatItWaits(Integer waitS) {
    terminal
        .err()
        .println(
            "kill: waits for the end of the workers of "
                + topology.name
                + ", at least "
                + (waitS == null ? "the topology's message timeout" : waitS + " s")
                + ". The topology ends even if you interrupt this");
  }
}
