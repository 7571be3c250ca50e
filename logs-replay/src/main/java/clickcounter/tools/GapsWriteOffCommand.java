package clickcounter.tools;

import clickcounter.cli.Terminal;
import java.time.Clock;
import java.util.random.RandomGenerator;
import picocli.CommandLine.Command;

@Command(
    name = "write-off",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Says of a gap that it will never be filled. An event of it that comes all the same is",
      "counted, and the write-off corrected."
    },
    exitCodeList = {"0:sent", "1:there is no such counter, or it has not come so far"},
    footerHeading = "%nExample:%n",
    footer = "  clicks gaps write-off hostA-20260601_000000-k3f9xq 17..19 --reason \"disk lost\"")
final class GapsWriteOffCommand extends WriteOffCommand {
  GapsWriteOffCommand(Terminal terminal, Backends backends, Clock clock, RandomGenerator random) {
    super(false, terminal, backends, clock, random);
  }
}
