package clickcounter.cluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "submit",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Submits the topology to a cluster, as storm jar does.",
    footer = {
      "",
      "Examples:",
      "  deploy/clicks submit",
      "  deploy/clicks submit --print-settings > clicks.yaml",
      "  deploy/clicks submit --nimbus nimbus1,nimbus2 --settings clicks.yaml",
      "  deploy/clicks submit --name clicks --settings clicks.yaml --set workers=2 --set adsTasks=4"
    },
    exitCodeList = {"0:submitted", "3:refused by Storm, or no such cluster", "69:"})
final class SubmitCommand extends ToolCommand {
  @Mixin private NameOption topology;
  @Mixin private SubmitOptions submission;

  @Option(
      names = "--print-settings",
      description =
          "Print a file for --settings with every setting, its default and limits, and exit.")
  private boolean printSettings;

  @Mixin private ClusterChoice cluster;

  SubmitCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected int run() throws IOException, InterruptedException {
    if (printSettings) {
      terminal.out().print(TopologySettingsTable.yaml());
      terminal.out().flush();
      return ExitCode.OK;
    }
    StormClient client = cluster.choose().client();
    submission.check(client);
    return submission.submit(client, topology.name, terminal);
  }
}
