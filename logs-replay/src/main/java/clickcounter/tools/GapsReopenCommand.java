package clickcounter.tools;

import clickcounter.cli.Terminal;
import java.time.Clock;
import java.util.random.RandomGenerator;
import picocli.CommandLine.Command;

@Command(
    name = "reopen",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Takes a write-off back: the ids are waited for again.",
    exitCodeList = {"0:sent", "1:there is no such counter, or it has not come so far"},
    footerHeading = "%nExample:%n",
    footer = "  clicks gaps reopen hostA-20260601_000000-k3f9xq 17..19 --reason \"disk found\"")
final class GapsReopenCommand extends WriteOffCommand {
  GapsReopenCommand(Terminal terminal, Backends backends, Clock clock, RandomGenerator random) {
    super(true, terminal, backends, clock, random);
  }
}
