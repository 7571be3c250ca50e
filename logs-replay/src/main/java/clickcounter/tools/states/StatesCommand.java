package clickcounter.tools.states;

import clickcounter.cli.Terminal;
import clickcounter.tools.common.Backends;
import java.time.Clock;
import java.util.random.RandomGenerator;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code states}, which is nothing without a subcommand. */
@Command(
    name = "states",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "The states of ads, as ad servers learn of them.",
    footerHeading = "%nExamples:%n",
    footer = {"  clicks states watch --ad m123456", "  clicks states export --ads ads.txt"})
public final class StatesCommand {
  private StatesCommand() {}

  public static CommandLine all(
      Terminal terminal, Backends backends, Clock clock, RandomGenerator random) {
    CommandLine states = new CommandLine(new StatesCommand());
    states.addSubcommand(new StatesWatchCommand(terminal, random));
    states.addSubcommand(new StatesExportCommand(terminal, backends, clock));
    return states;
  }
}
