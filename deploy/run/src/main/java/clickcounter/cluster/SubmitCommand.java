package clickcounter.cluster;

import clickcounter.cli.ExitCode;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "submit",
    description = {
      "Submits the topology to a cluster, as storm jar does, and waits until all its tasks work.",
      "First it checks what the command check does. If no worker could start, nothing is submitted. Other faults"
          + " are warnings."
    },
    footer = {
      "  deploy/clicks topology submit",
      "  deploy/clicks topology submit --print-settings > clicks.yaml",
      "  deploy/clicks topology submit --set workers=2 --set adsTasks=4"
    },
    exitCodeList = {
      "0:submitted, and all tasks work, or --wait 0s",
      "1:submitted, but not all tasks work in time",
      "3:refused by Storm, no worker could start, no such cluster, or it is not known whether the tasks work",
      "69:"
    })
final class SubmitCommand extends SubmissionCommand {
  @Option(
      names = "--print-settings",
      description = "Print a settings file, with every default commented out, and exit.")
  private boolean printSettings;

  @Override
  protected int run() throws IOException, InterruptedException {
    if (printSettings) {
      TopologySettingsTable.yaml().lines().forEach(terminal.out()::println);
      terminal.out().flush();
      return ExitCode.OK;
    }
    return super.run();
  }
}
