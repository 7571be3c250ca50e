package clickcounter.cluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.ToolCommand;
import clickcounter.tools.common.ToolSettings;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "resume",
    description = "Reads from the queue again after pause, as storm activate does.",
    footer = "  deploy/clicks topology resume",
    exitCodeList = {"0:it is active", "1:there is no such topology"})
final class ResumeCommand extends ToolCommand {
  @Mixin private ToolSettings settings;

  @Override
  protected int run() throws IOException {
    NamedTopology topology = new NamedTopology(settings);
    if (!topology.resume(terminal)) {
      return ExitCode.MISSING;
    }
    say("resumed " + topology.name());
    return ExitCode.OK;
  }
}
