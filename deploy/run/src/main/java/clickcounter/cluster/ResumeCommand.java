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
    name = "resume",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Reads from the queue again after pause, as storm activate does.",
    footer = {"", "Example:", "  deploy/clicks resume"},
    exitCodeList = {"0:it is active", "1:there is no such topology"})
final class ResumeCommand extends ToolCommand {
  @Mixin private NameOption nameOption;
  @Mixin private ToolSettings settings;
  @Mixin private ClusterChoice cluster;

  ResumeCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected int run() throws IOException {
    String name = nameOption.in(settings.read(TopologySettingsTable.ROWS));
    if (!cluster.choose().nimbus().resume(name)) {
      return NameOption.missing(name, terminal);
    }
    say("resumed " + name);
    return ExitCode.OK;
  }
}
