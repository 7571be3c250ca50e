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
      "Ends the topology if it runs, then submits it again: another jar, other settings, other parallelism.",
      "Nothing is lost or doubled, however short the wait; meanwhile the queue takes the events."
    },
    footer = {"", "Example:", "  deploy/clicks redeploy --set workers=4 --set adsTasks=8"},
    exitCodeList = {"0:submitted", "3:refused by Storm, or no such cluster", "69:"})
final class RedeployCommand extends ToolCommand {
  private static final long END_MS = 120_000;

  @Mixin private NameOption topology;
  @Mixin private SubmitOptions submission;

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      converter = Durations.class,
      defaultValue = "5s",
      description =
          "Such as 5s: what the old workers have to finish what is under way (default: ${DEFAULT-VALUE}).")
  private Duration wait;

  @Mixin private DataOption data;

  RedeployCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected int run() throws IOException, InterruptedException {
    Cluster cluster = data.cluster();
    submission.check(); // Before the topology that runs is ended.
    int waitS = Nimbus.seconds(wait);
    if (cluster.nimbus().kill(topology.name, waitS)) {
      cluster.nimbus().awaitGone(topology.name, waitS * 1_000L + END_MS);
      say("killed " + topology.name);
    }
    return submission.submit(cluster, topology.name, terminal);
  }
}
