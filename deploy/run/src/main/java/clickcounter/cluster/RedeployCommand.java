package clickcounter.cluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.tools.common.ToolSettings;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "redeploy",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Kills the topology, then submits it with the jar of this distribution, other settings or other parallelism.",
      "Nothing is lost or doubled. Meanwhile events stay in the queue. It checks and waits as"
          + " submit does."
    },
    footer = {"", "Example:", "  deploy/clicks topology redeploy --set workers=4 --set adsTasks=8"},
    exitCodeList = {
      "0:submitted, and all tasks work, or --wait 0s",
      "1:there is no such topology, and nothing was submitted; or not all tasks work in time",
      "3:refused by Storm, no worker could start, no such cluster, or it is not known whether the tasks work",
      "69:"
    })
final class RedeployCommand extends ToolCommand {
  /** For the old workers to finish events under way. Nothing is lost if it is too short. */
  private static final int DRAIN_S = 5;

  @Mixin private SubmitOptions submission;
  @Mixin private ToolSettings settings;

  RedeployCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected int run() throws IOException, InterruptedException {
    ClusterChoice.ChosenCluster chosen = submission.cluster(settings);
    // Before the running one is killed.
    String name = TopologySettingsTable.name(submission.check(chosen, settings, terminal));
    // Under another name it would be a second topology beside the one that runs.
    if (!chosen.nimbus().killAndAwait(name, DRAIN_S)) {
      warn(chosen.nimbus().noTopology(name));
      warn("Nothing was submitted: name the one that runs, or use topology submit");
      return ExitCode.MISSING;
    }
    say("killed " + name);
    return submission.submit(chosen, settings, terminal);
  }
}
