package clickcounter.cluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.cluster.ClusterChoice.ChosenCluster;
import clickcounter.cluster.Nimbus.AssignedTask;
import clickcounter.settings.Settings;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.ToolSettings;
import clickcounter.topology.Submitted;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.storm.generated.TopologySummary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "describe",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows what runs: the topology's version, settings, workers and tasks.",
      "It names the settings that a redeploy with the settings given here would change. Passwords are shown as"
          + " the places where they are."
    },
    footer = {"", "Example:", "  deploy/clicks describe"},
    exitCodeList = {
      "0:shown; it runs with the settings given here",
      "1:there is no such topology; or shown, and a redeploy would change settings",
      "3:no such cluster; or a release submitted it that kept neither version nor settings"
    })
final class DescribeCommand extends ToolCommand {
  @Option(names = "--json", description = "Print JSON")
  private boolean json;

  @Mixin private ToolSettings settings;

  DescribeCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected int run() throws IOException {
    Settings given = settings.read(TopologySettingsTable.ROWS);
    String name = TopologySettingsTable.name(given);
    ChosenCluster chosen = ClusterChoice.of(settings);
    Optional<TopologySummary> summary = chosen.nimbus().topology(name);
    Optional<Map<?, ?>> configuration = chosen.nimbus().configuration(name);
    if (summary.isEmpty() || configuration.isEmpty()) {
      return NoTopology.missing(name, terminal);
    }
    List<AssignedTask> tasks = chosen.nimbus().tasks(name).assigned();
    Optional<Submitted> submitted = Submitted.in(configuration.get());
    Description description =
        Description.of(summary.get(), tasks, submitted, TopologySettingsTable.values(given));
    if (json) {
      Json.print(terminal.out(), description);
    } else {
      description.print(terminal.out());
    }
    if (submitted.isEmpty()) {
      return ExitCode.FAILED;
    }
    return description.differences().isEmpty() ? ExitCode.OK : ExitCode.MISSING;
  }
}
