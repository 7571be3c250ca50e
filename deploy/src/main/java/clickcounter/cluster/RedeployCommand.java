package clickcounter.cluster;

import clickcounter.replay.Terminal;
import clickcounter.replay.ToolCommand;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "redeploy",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Ends the topology if it runs, then submits it again: another jar, other settings, other parallelism.",
      "Nothing is lost or doubled, however short the wait; meanwhile the queue takes the events."
    },
    footer = {
      "",
      "Example:",
      "  deploy/clicks redeploy -c workers=4 -c adsTasks=8",
      "",
      "Exit codes: 0 submitted, 1 refused by Storm, 2 wrong options or settings, 3 it could not be done."
    })
final class RedeployCommand extends ToolCommand {
  private static final long END_MS = 120_000;

  @Mixin private NameOption topology;
  @Mixin private SubmitOptions submission;

  @Option(
      names = "--wait",
      paramLabel = "S",
      defaultValue = "5",
      description =
          "Seconds that the old workers have to finish what is under way (default: ${DEFAULT-VALUE}).")
  private int waitS;

  @Mixin private DataOption data;

  RedeployCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected int run() throws IOException, InterruptedException {
    Cluster cluster = data.cluster();
    if (cluster.nimbus().kill(topology.name, waitS)) {
      cluster.nimbus().awaitGone(topology.name, waitS * 1_000L + END_MS);
      say("killed " + topology.name);
    }
    return submission.submit(cluster, topology.name, terminal);
  }
}
