package clickcounter.tools.inspect;

import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "write-off",
    description = {
      "Declares that a gap will never be filled.",
      "",
      "If one of its events arrives after all, it is counted and the write-off is corrected."
    },
    exitCodeList = {
      "0:the event is on the queue, or all of that is written off already",
      "1:no such counter, or the ids are above its highest"
    },
    footer = "  clicks counters write-off hostA-20260601_000000-k3f9xq 17..19 --why \"disk lost\"")
public final class WriteOffCommand extends DecisionCommand {
  @Parameters(
      index = "1",
      paramLabel = "FROM..TO",
      description = "The ids, both ends included; or one id")
  private String range;

  @Option(names = "--force", description = FORCE)
  private boolean force;

  @Override
  protected int run() throws IOException {
    return ids(range, false, force);
  }
}
