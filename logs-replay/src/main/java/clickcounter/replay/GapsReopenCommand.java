package clickcounter.replay;

import java.time.Clock;
import java.util.random.RandomGenerator;
import picocli.CommandLine.Command;

@Command(
    name = "reopen",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnInvalidInput = ExitCode.FAILED,
    exitCodeOnExecutionException = ExitCode.FAILED,
    description = "Takes a write-off back: the ids are waited for again.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:sent", "3:could not be done"},
    footerHeading = "%nExample:%n",
    footer = "  clicks gaps reopen hostA-20260601_000000-k3f9xq 17..19 --reason \"disk found\"")
final class GapsReopenCommand extends WriteOffCommand {
  GapsReopenCommand(Terminal terminal, Backends backends, Clock clock, RandomGenerator random) {
    super(true, terminal, backends, clock, random);
  }
}
