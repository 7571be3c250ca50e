package clickcounter.cluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.settings.Settings;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.ToolSettings;
import clickcounter.topology.Submitted;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
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
    footer = {"", "Example:", "  deploy/clicks topology describe"},
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
    Nimbus nimbus = ClusterChoice.of(settings).nimbus();
    List<TopologySummary> all = nimbus.topologies();
    Optional<TopologySummary> summary =
        all.stream().filter(each -> each.get_name().equals(name)).findFirst();
    Optional<Map<?, ?>> configuration = nimbus.configuration(name);
    if (summary.isEmpty() || configuration.isEmpty()) {
      return NoTopology.missing(name, nimbus, terminal);
    }
    Optional<Submitted> submitted = Submitted.in(configuration.get());
    Description description =
        Description.of(
            summary.get(),
            nimbus.tasks(name).assigned(),
            submitted,
            TopologySettingsTable.values(given),
            all.stream()
                .map(TopologySummary::get_name)
                .filter(Predicate.not(name::equals))
                .toList());
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
