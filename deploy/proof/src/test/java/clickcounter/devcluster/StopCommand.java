package clickcounter.devcluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "stop",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Stops the cluster's processes, workers included, and no others. Data stays.",
      "A process from a pid file is stopped only if its command line has this cluster's marks."
    },
    footer = {"", "Example:", "  deploy/clicks dev cluster stop"},
    exitCodeList = {"0:stopped"})
final class StopCommand extends ToolCommand {
  @Mixin private DataOption data;

  StopCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected int run() throws IOException {
    List<String> ended = data.cluster().stop();
    say(ended.isEmpty() ? "nothing of it ran" : "stopped " + String.join(", ", ended));
    return ExitCode.OK;
  }
}
