package clickcounter.rejects;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.Terminal;
import clickcounter.cli.Texts;
import clickcounter.jms.RejectedLine;
import clickcounter.jms.RejectsReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine.Command;

@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Lists the rejected lines by reason: how many, of how many counters and ads, since when.",
      "With --reason or --counter it prints the first 20 lines, too, each with its time, reason and detail.",
      "",
      "The lines stay on the queue. While they are read, other readers do not get them."
    },
    exitCodeList = {"0:no such lines", "1:there are rejected lines"},
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks rejects list",
      "  clicks rejects list --counter hostA-20260601_000000-k3f9xq"
    })
public final class RejectsListCommand extends RejectsCommand {
  private static final int MOST_SHOWN = 20;

  private final Map<String, Group> groups = new TreeMap<>();
  private final List<RejectedLine> shown = new ArrayList<>();
  private long lines;

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
    long read;
    boolean isCutShort;
    try (RejectsReader reader = RejectsReader.open(settings.broker())) {
      read = read(reader, next -> add(next.line()));
      isCutShort = reader.isAtMost();
    }
    print(
        Json.object()
            .with("lines", lines)
            .with("cutShort", isCutShort)
            .with("reasons", Json.list(groups.entrySet(), e -> e.getValue().json(e.getKey())))
            .withAny("shown", isFiltered() ? shown : null),
        out -> print(read));
    return lines == 0 ? ExitCode.OK : ExitCode.MISSING;
  }

  private void add(RejectedLine line) {
    groups.computeIfAbsent(line.reason(), r -> new Group()).add(line);
    lines++;
    if (isFiltered() && lines <= MOST_SHOWN) {
      shown.add(line);
    }
  }

  private void print(long read) {
    groups.forEach(this::print);
    for (RejectedLine line : shown) {
      say("%s  %s: %s", Texts.time(line.rejectedAtMs()), line.reason(), line.detail());
      say("  " + line.text());
    }
    if (isFiltered() && lines > MOST_SHOWN) {
      say("and " + Texts.number(lines - MOST_SHOWN) + " more");
    }
    say(Texts.count(lines, "rejected line") + " of " + Texts.number(read));
  }

  private void print(String reason, Group group) {
    say(
        "%s: %s%s, from %s to %s; the last one: %s",
        reason.isEmpty() ? "(no reason given)" : reason,
        Texts.count(group.timesMs.getCount(), "line"),
        group.whose(),
        Texts.time(group.timesMs.getMin()),
        Texts.time(group.timesMs.getMax()),
        group.example);
  }
}
