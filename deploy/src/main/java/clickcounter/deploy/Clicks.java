package clickcounter.deploy;

import clickcounter.cluster.ClusterCommands;
import clickcounter.devnode.DevNodeMain;
import clickcounter.drill.DrillCommand;
import clickcounter.fuzz.FuzzCommand;
import clickcounter.replay.CommandFrame;
import clickcounter.replay.ReplayCommands;
import clickcounter.replay.Terminal;
import clickcounter.simulation.SimulateCommand;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of click-counter: what {@code deploy/clicks} runs. */
@Command(
    name = "clicks",
    mixinStandardHelpOptions = true,
    versionProvider = Clicks.Version.class,
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
    CommandLine line = CommandFrame.of(new Clicks());
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
    throw new CommandLine.ParameterException(spec.commandLine(), "which command?");
  }

  /** What the build says. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
      Properties build = new Properties();
      try (InputStream file = Clicks.class.getResourceAsStream("build.properties")) {
        build.load(Objects.requireNonNull(file, "build.properties"));
      }
      return new String[] {"click-counter " + build.getProperty("version")};
    }
  }
}
