package clickcounter.cluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.ToolCommand;
import clickcounter.tools.common.ToolSettings;
import java.io.IOException;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "pause",
    description = {
      "Stops reading from the queue, as storm deactivate does, and waits until nothing is under way.",
      "Then no worker puts a document. Services go on, their events stay in the queue. It stays"
          + " paused, also if you interrupt the wait, until resume."
    },
    footer = "  deploy/clicks topology pause --wait 10m",
    exitCodeList = {
      "0:it is paused, and nothing is under way",
      "1:there is no such topology; or it is paused, and something is still under way",
      "3:no such cluster; or it is paused, and what is under way is not known"
    })
final class PauseCommand extends ToolCommand {
  @Mixin private ToolSettings settings;

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      defaultValue = "5m",
      description = "How long to wait until nothing is under way (default: ${DEFAULT-VALUE}).")
  private Duration wait;

  @Override
  protected int run() throws IOException {
    NamedTopology topology = new NamedTopology(settings);
    if (!topology.pause(terminal)) {
      return ExitCode.MISSING;
    }
    say("paused " + topology.name());
    return new TopologyPause(topology.watch(terminal)).await(wait);
  }
}
