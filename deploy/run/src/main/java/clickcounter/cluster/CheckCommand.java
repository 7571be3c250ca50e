package clickcounter.cluster;

import clickcounter.check.ClusterChecks;
import clickcounter.check.Finding;
import clickcounter.check.Finding.Result;
import clickcounter.check.Findings;
import clickcounter.cli.Json;
import clickcounter.cli.LocalAddresses;
import clickcounter.cli.NoVerdict;
import clickcounter.cli.PrintsJson;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.settings.Settings;
import clickcounter.tools.common.ToolSettings;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
final class CheckCommand extends ToolCommand implements PrintsJson {
  @Parameters(
      paramLabel = "PATH",
      arity = "0..*",
      description =
          "Archives that have to be readable here: files or directories. Default: the setting ops.archives")
  private List<Path> archives = List.of();

  @Mixin private ToolSettings settings;

  CheckCommand(Terminal terminal) {
    super(terminal);
  }

  /** What {@code --json} prints. */
  private record CheckJson(long faults, long unknown, List<Finding> checks) {}

  @Override
  protected int run() throws IOException {
    Settings all = settings.read(TopologySettingsTable.ROWS);
    SubmitOptions.requireGiven(all);
    List<Path> named =
        OpsSettingsTable.list(all, OpsSettingsTable.ARCHIVES).stream().map(Path::of).toList();
    Findings findings =
        Findings.of(all, cluster(all), archives.isEmpty() ? named : archives, this::print);
    if (isJson()) {
      Json.print(
          terminal.out(),
          new CheckJson(
              findings.count(Result.FAULT), findings.count(Result.UNKNOWN), findings.all()));
    } else {
      say(findings.conclusion());
    }
    return findings.exitCode();
  }

  private void print(Finding finding) {
    if (!isJson()) {
      finding.lines().forEach(this::say);
    }
  }

  private ClusterChecks.Cluster cluster(Settings all) throws IOException {
    if (LocalAddresses.of(settings.given()).isPresent()) {
      return unknown("clicks local has no Nimbus to ask");
    }
    try {
      Nimbus nimbus = ClusterChoice.of(settings).nimbus();
      return () -> nimbus.room(all);
    } catch (IOException e) {
      return unknown(e.getMessage());
    }
  }

  private static ClusterChecks.Cluster unknown(String why) {
    return () -> {
      throw new NoVerdict(why);
    };
  }
}
