package clickcounter.deploy;

import clickcounter.cluster.ClusterCommands;
import clickcounter.devnode.DevNodeMain;
import clickcounter.drill.DrillCommand;
import clickcounter.fuzz.FuzzCommand;
import clickcounter.replay.ReplayCommands;
import clickcounter.replay.Terminal;
import clickcounter.simulation.SimulateCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of click-counter: what {@code deploy/clicks} runs. */
@Command(
    name = "clicks",
    mixinStandardHelpOptions = true,
    version = "click-counter 1.0.0",
    sortOptions = false,
    synopsisSubcommandLabel = "COMMAND",
    description = "Counts clicks and impressions exactly once.",
    footer = {
      "",
      "Example:",
      "  deploy/clicks local",
      "",
      "deploy/clicks COMMAND --help tells more of a command."
    })
public final class Clicks implements Runnable {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Clicks());
    line.addSubcommand(new LocalCommand());
    line.addSubcommand(new BenchmarkCommand());
    line.addSubcommand(new AuditBenchCommand());
    line.addSubcommand(new SimulateCommand());
    line.addSubcommand(new FuzzCommand());
    ReplayCommands.all().forEach(line::addSubcommand);
    ClusterCommands.all().forEach(line::addSubcommand);
    line.addSubcommand(new DevNodeMain());
    line.addSubcommand(new DrillCommand(Terminal.system()));
    return line;
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "which command? There are:");
  }
}
