package clickcounter.replay;

import java.time.Clock;
import java.util.random.RandomGenerator;
import picocli.CommandLine.Command;

@Command(
    name = "write-off",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnInvalidInput = ExitCode.FAILED,
    exitCodeOnExecutionException = ExitCode.FAILED,
    description = {
      "Says of a gap that it will never be filled. An event of it that comes all the same is",
      "counted, and the write-off corrected."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:sent", "3:could not be done"},
    footerHeading = "%nExample:%n",
    footer = "  clicks gaps write-off hostA-20260601_000000-k3f9xq 17..19 --reason \"disk lost\"")
final class GapsWriteOffCommand extends WriteOffCommand {
  GapsWriteOffCommand(Terminal terminal, Backends backends, Clock clock, RandomGenerator random) {
    super(false, terminal, backends, clock, random);
  }
}
