package clickcounter.cluster;

import java.io.IOException;
import picocli.CommandLine.Command;

@Command(
    name = "redeploy",
    description = {
      "Kills the topology, then submits it with the jar of this distribution, other settings or other parallelism.",
      "Nothing is lost or doubled. Meanwhile events stay in the queue. It checks and waits as"
          + " submit does."
    },
    footer = "  deploy/clicks topology redeploy --set workers=4 --set adsTasks=8",
    exitCodeList = {
      "0:submitted, and all tasks work, or --wait 0s",
      "1:there is no such topology, and nothing was submitted; or not all tasks work in time",
      "3:refused by Storm, no worker could start, no such cluster, or it is not known whether the tasks work",
      "69:"
    })
final class RedeployCommand extends SubmissionCommand {
  /** For the old workers to finish events under way. Nothing is lost if it is too short. */
  private static final int DRAIN_S = 5;

  /** For the end of the workers, after that. */
  private static final long END_MS = 120_000;

  @Override
  boolean prepare(Nimbus nimbus, String name) throws IOException, InterruptedException {
    // Under another name it would be a second topology beside the one that runs.
    if (!nimbus.kill(name, DRAIN_S)) {
      warn(nimbus.noTopology(name));
      warn("Nothing was submitted: name the one that runs, or use topology submit");
      return false;
    }
    nimbus.awaitGone(name, END_MS + DRAIN_S * 1_000L);
    say("killed " + name);
    return true;
  }
}
