package clickcounter.cluster;

import clickcounter.cli.Durations;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import java.io.IOException;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "kill",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Ends the topology, as storm kill does, and waits until it is gone. Its spouts stop at once; the wait lets",
      "what is under way be counted. What is not counted then stays in the queue."
    },
    footer = {"", "Example:", "  deploy/clicks kill --wait 5s"},
    exitCodeList = {"0:it is gone", "1:there is no such topology"})
final class KillCommand extends ToolCommand {
  private static final long END_MS = 120_000;
  private static final long DEFAULT_WAIT_MS = 3_600_000;

  @Mixin private NameOption topology;

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      converter = Durations.class,
      description = "Such as 5s: until its workers end (default: the topology's message timeout).")
  private Duration wait;

  @Mixin private DataOption data;

  KillCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected int run() throws IOException, InterruptedException {
    return kill(data.cluster().nimbus(), topology.name, wait == null ? null : Nimbus.seconds(wait));
  }

  private int kill(Nimbus nimbus, String name, Integer waitS)
      throws IOException, InterruptedException {
    if (!nimbus.kill(name, waitS)) {
      terminal.err().println("no topology '" + name + "' runs; see deploy/clicks list");
      return ExitCode.MISSING;
    }
    nimbus.awaitGone(name, END_MS + (waitS == null ? DEFAULT_WAIT_MS : waitS * 1_000L));
    say("killed " + name);
    return ExitCode.OK;
  }
}
