package clickcounter.cluster;

import clickcounter.check.ClusterChecks;
import clickcounter.check.Findings;
import clickcounter.check.Findings.Finding;
import clickcounter.check.Findings.Result;
import clickcounter.cli.Json;
import clickcounter.cli.LocalAddresses;
import clickcounter.cli.NoVerdict;
import clickcounter.settings.Settings;
import clickcounter.tools.common.ResultCommand;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "check",
    description = {
      "Checks what the topology needs, before it is submitted and at any time.",
      "",
      "It asks Riak (log-in, bucket type, nodes, ring), the broker (log-in, queues, statistics plugin, room)"
          + " and Nimbus (slots), and looks at secrets and archives of this host. It changes nothing."
          + " submit and redeploy run the same checks."
    },
    footer = {"  deploy/clicks check", "  deploy/clicks check --json /var/log/clicks"},
    exitCodeList = {
      "0:all is as expected",
      "2:something is not as expected",
      "3:nothing wrong was found, but something could not be found out"
    })
final class CheckCommand extends ResultCommand {
  @Parameters(
      paramLabel = "PATH",
      arity = "0..*",
      description =
          "Archives that have to be readable here: files or directories. Default: the setting ops.archives")
  private List<Path> archives = List.of();

  @Override
  protected int run() throws IOException {
    Settings all = settings.read(TopologySettingsTable.ROWS);
    SubmissionCommand.requireGiven(all);
    Consumer<Finding> shown = finding -> finding.lines().forEach(this::say);
    Findings findings =
        Findings.of(
            all, cluster(all), settings.archivesIfAny(archives), isJson() ? finding -> {} : shown);
    print(
        Json.object()
            .with("faults", findings.count(Result.FAULT))
            .with("unknown", findings.count(Result.UNKNOWN))
            .with("checks", findings.all()),
        out -> say(findings.conclusion()));
    return findings.exitCode();
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
