package clickcounter.cluster;

import clickcounter.cli.Durations;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import java.io.IOException;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "redeploy",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Kills the topology, then submits it with another jar, other settings or other parallelism.",
      "Nothing is lost or doubled, however short the wait is. Meanwhile events stay in the queue."
    },
    footer = {"", "Example:", "  deploy/clicks redeploy --set workers=4 --set adsTasks=8"},
    exitCodeList = {
      "0:submitted",
      "1:there is no such topology; nothing was submitted",
      "3:refused by Storm, or no such cluster",
      "69:"
    })
final class RedeployCommand extends ToolCommand {
  @Mixin private NameOption topology;
  @Mixin private SubmitOptions submission;

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      converter = Durations.class,
      defaultValue = "5s",
      description =
          "Time for the old workers to finish events under way, such as 5s (default: ${DEFAULT-VALUE}).")
  private Duration wait;

  @Mixin private ClusterChoice cluster;

  RedeployCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected int run() throws IOException, InterruptedException {
    ClusterChoice.ChosenCluster chosen = cluster.choose();
    submission.check(chosen.client()); // Before the running topology is killed.
    // Under another name it would be a second topology beside the one that runs.
    if (!chosen.nimbus().killAndAwait(topology.name, Nimbus.seconds(wait), () -> {})) {
      int status = topology.missing(terminal);
      terminal.err().println("Nothing was submitted: name the one that runs, or use submit");
      return status;
    }
    say("killed " + topology.name);
    return submission.submit(chosen.client(), topology.name, terminal);
  }
}
