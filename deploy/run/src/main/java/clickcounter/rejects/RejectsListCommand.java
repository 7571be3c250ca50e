package clickcounter.rejects;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.Terminal;
import clickcounter.cli.Texts;
import clickcounter.jms.RejectedLine;
import java.io.IOException;
import java.util.HashSet;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine.Command;

/** Lists what is in the queue of rejected lines. The others show its lines, and move them. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Lists the rejected lines by reason: how many, of how many counters and ads, since when.",
      "",
      "The lines stay on the queue. While they are read, other readers do not get them."
    },
    exitCodeList = {"0:no such lines", "1:there are rejected lines"},
    footerHeading = "%nExamples:%n",
    footer = {"  clicks rejects list", "  clicks rejects list --json"})
public final class RejectsListCommand extends RejectsCommand {
  public RejectsListCommand(Terminal terminal) {
    super(terminal);
  }

  /** The lines of one reason. */
  private static final class Group {
    private final LongSummaryStatistics timesMs = new LongSummaryStatistics();
    private final Set<String> counters = new HashSet<>();
    private final Set<String> ads = new HashSet<>();
    private String example = "";

    void add(RejectedLine line) {
      timesMs.accept(line.rejectedAtMs());
      example = line.detail();
      if (!line.counterId().isEmpty()) {
        counters.add(line.counterId());
      }
      if (!line.adId().isEmpty()) {
        ads.add(line.adId());
      }
    }

    /** Empty for lines of which neither counter nor ad can be told. */
    String whose() {
      String both = counters.isEmpty() || ads.isEmpty() ? "" : " and ";
      String whose = count(counters, "counter") + both + count(ads, "ad");
      return whose.isEmpty() ? "" : " of " + whose;
    }

    private static String count(Set<String> ids, String noun) {
      return ids.isEmpty() ? "" : Texts.count(ids.size(), noun);
    }

    Json.Fields json(String reason) {
      return Json.object()
          .with("reason", reason)
          .with("lines", timesMs.getCount())
          .with("counters", counters.size())
          .with("ads", ads.size())
          .with("firstRejectedAt", timesMs.getMin())
          .with("lastRejectedAt", timesMs.getMax())
          .with("exampleDetail", example);
    }
  }

  @Override
  protected int run() throws IOException {
    Map<String, Group> groups = new TreeMap<>();
    boolean isCutShort =
        read(line -> groups.computeIfAbsent(line.reason(), r -> new Group()).add(line));
    long lines = groups.values().stream().mapToLong(group -> group.timesMs.getCount()).sum();
    print(
        Json.object()
            .with("lines", lines)
            .with("cutShort", isCutShort)
            .with("reasons", Json.list(groups.entrySet(), e -> e.getValue().json(e.getKey()))),
        out -> {
          groups.forEach(this::print);
          say(Texts.count(lines, "rejected line") + " of " + Texts.number(lines));
        });
    warnIfCutShort(isCutShort);
    return lines == 0 ? ExitCode.OK : ExitCode.MISSING;
  }

  private void print(String reason, Group group) {
    say(
        String.format(
            Locale.ROOT,
            "%s: %s%s, from %s to %s; the last one: %s",
            reason.isEmpty() ? "(no reason given)" : reason,
            Texts.count(group.timesMs.getCount(), "line"),
            group.whose(),
            Texts.time(group.timesMs.getMin()),
            Texts.time(group.timesMs.getMax()),
            group.example));
  }
}
