package clickcounter.rejects;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.Terminal;
import clickcounter.cli.Texts;
import clickcounter.jms.RejectedLine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Shows rejected lines, each with its time, reason and detail.",
    exitCodeList = {"0:no such lines", "1:there are rejected lines"},
    footerHeading = "%nExample:%n",
    footer = "  clicks rejects show --counter hostA-20260601_000000-k3f9xq --most 5")
public final class RejectsShowCommand extends RejectsCommand {
  @Option(
      names = "--most",
      paramLabel = "N",
      defaultValue = "20",
      description = "Lines that are shown. Default: ${DEFAULT-VALUE}")
  private int most;

  @Mixin private Meant lines;

  public RejectsShowCommand(Terminal terminal) {
    super(terminal);
  }

  private long matched;

  @Override
  protected int run() throws IOException {
    requireAtLeast("--most", most, 1);
    Predicate<RejectedLine> filter = lines.filter();
    List<RejectedLine> shown = new ArrayList<>();
    boolean isCutShort =
        read(
            line -> {
              if (filter.test(line) && ++matched <= most) {
                shown.add(line);
              }
            });
    print(
        Json.object().with("lines", matched).with("shown", shown),
        out -> {
          for (RejectedLine line : shown) {
            say(Texts.time(line.rejectedAtMs()) + "  " + line.reason() + ": " + line.detail());
            say("  " + line.text());
          }
          say(Texts.number(shown.size()) + " of " + Texts.count(matched, "rejected line"));
        });
    warnIfCutShort(isCutShort);
    return matched == 0 ? ExitCode.OK : ExitCode.MISSING;
  }
}
