package clickcounter.cluster;

import clickcounter.check.CheckText;
import clickcounter.check.Checks;
import clickcounter.check.Checks.Findings;
import clickcounter.check.ClusterChecks;
import clickcounter.check.Finding;
import clickcounter.check.Finding.Result;
import clickcounter.cli.LocalAddresses;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.settings.Settings;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.ToolSettings;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Checks what the topology needs, before it is submitted and at any time.",
      "",
      "It asks Riak (log-in, bucket type, nodes, ring), the broker (log-in, queues, statistics plugin, room,"
          + " clock), Nimbus (slots) and the workers (clocks), and looks at secrets, archives and disks of this"
          + " host. It changes nothing. submit and redeploy run the same checks."
    },
    footer = {
      "",
      "Examples:",
      "  deploy/clicks check",
      "  deploy/clicks check --json /var/log/clicks"
    },
    exitCodeList = {
      "0:all is as expected",
      "2:something is not as expected",
      "3:nothing wrong was found, but something could not be found out"
    })
final class CheckCommand extends ToolCommand {
  @Parameters(
      paramLabel = "PATH",
      arity = "0..*",
      description =
          "Archives that have to be readable here: files or directories. Default: the setting ops.archives")
  private List<Path> archives = List.of();

  @Option(names = "--json", description = "Print JSON")
  private boolean json;

  @Mixin private ToolSettings settings;

  CheckCommand(Terminal terminal) {
    super(terminal);
  }

  /** What {@code --json} prints. */
  private record CheckJson(long faults, long unknown, List<Finding> checks) {}

  @Override
  protected int run() throws IOException {
    Checks checks = checks();
    CheckText text = new CheckText(terminal.out());
    Findings findings = checks.run(json ? finding -> {} : text::print);
    if (json) {
      Json.print(
          terminal.out(),
          new CheckJson(
              findings.count(Result.FAULT), findings.count(Result.UNKNOWN), findings.all()));
    } else {
      text.end(findings);
    }
    return findings.exitCode();
  }

  private Checks checks() throws IOException {
    Settings all = settings.read(TopologySettingsTable.ROWS);
    List<Path> named =
        OpsSettingsTable.list(all, OpsSettingsTable.ARCHIVES).stream().map(Path::of).toList();
    return SystemChecks.of(all, cluster(all), archives.isEmpty() ? named : archives);
  }

  private ClusterChecks.Cluster cluster(Settings all) throws IOException {
    String name = TopologySettingsTable.name(all);
    if (LocalAddresses.of(settings.given()).isPresent()) {
      return SystemChecks.unknown("clicks local has no Nimbus to ask");
    }
    try {
      return SystemChecks.answers(ClusterChoice.of(settings).nimbus(), name, all);
    } catch (IOException e) {
      return SystemChecks.unknown(e.getMessage());
    }
  }
}
