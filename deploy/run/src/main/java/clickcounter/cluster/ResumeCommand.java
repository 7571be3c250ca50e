package clickcounter.cluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.tools.common.ToolSettings;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Reads from the queue again after pause, as storm activate does.",
    footer = {"", "Example:", "  deploy/clicks topology resume"},
    exitCodeList = {"0:it is active", "1:there is no such topology"})
final class ResumeCommand extends ToolCommand {
  @Mixin private ToolSettings settings;

  ResumeCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected int run() throws IOException {
    String name = TopologySettingsTable.name(settings.read(TopologySettingsTable.ROWS));
    Optional<LocalPause> local = LocalPause.of(settings.given());
    if (local.isPresent()) {
      local.get().resume();
    } else {
      Nimbus nimbus = ClusterChoice.of(settings).nimbus();
      if (!nimbus.resume(name)) {
        warn(nimbus.noTopology(name));
        return ExitCode.MISSING;
      }
    }
    say("resumed " + name);
    return ExitCode.OK;
  }
}
