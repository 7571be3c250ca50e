package clickcounter.cluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.tools.common.ToolSettings;
import java.io.IOException;
import java.util.List;
import org.apache.storm.generated.TopologySummary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Shows the topologies of the cluster, as storm list does.",
    footer = {"", "Example:", "  deploy/clicks list"},
    exitCodeList = {"0:shown"})
final class ListCommand extends ToolCommand {
  @Mixin private ToolSettings settings;

  ListCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected int run() throws IOException {
    List<TopologySummary> topologies = ClusterChoice.of(settings).nimbus().topologies();
    if (topologies.isEmpty()) {
      say("no topology runs");
      return ExitCode.OK;
    }
    terminal.out().printf("%-24s %-12s %8s %6s %10s%n", "name", "status", "workers", "tasks", "up");
    for (TopologySummary topology : topologies) {
      terminal
          .out()
          .printf(
              "%-24s %-12s %8d %6d %8d s%n",
              topology.get_name(),
              topology.get_status(),
              topology.get_num_workers(),
              topology.get_num_tasks(),
              topology.get_uptime_secs());
    }
    return ExitCode.OK;
  }
}
