package clickcounter.cluster;

import clickcounter.replay.ExitCode;
import clickcounter.replay.Terminal;
import clickcounter.replay.ToolCommand;
import clickcounter.topology.Settings;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "submit",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Submits the topology to the cluster of this machine, as storm jar does.",
    footer = {
      "",
      "Examples:",
      "  deploy/clicks submit",
      "  deploy/clicks submit --print-config > clicks.yaml",
      "  deploy/clicks submit --name clicks --config clicks.yaml -c workers=2 -c adsTasks=4",
      "",
      "Exit codes: 0 submitted, 1 refused by Storm, 2 wrong options or settings, 3 it could not be done."
    })
final class SubmitCommand extends ToolCommand {
  @Mixin private NameOption topology;
  @Mixin private SubmitOptions submission;

  @Option(
      names = "--print-config",
      description =
          "Print a file for --config, with every setting, its default and limits, and end.")
  private boolean printConfig;

  @Mixin private DataOption data;

  SubmitCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected int run() throws IOException, InterruptedException {
    if (printConfig) {
      terminal.out().print(Settings.yaml());
      terminal.out().flush();
      return ExitCode.OK;
    }
    return submission.submit(data.cluster(), topology.name, terminal);
  }
}
