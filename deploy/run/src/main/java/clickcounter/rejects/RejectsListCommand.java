package clickcounter.rejects;

import clickcounter.cli.Columns;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.Texts;
import clickcounter.jms.RejectedLine;
import clickcounter.jms.RejectsReader;
import java.io.IOException;
import java.io.PrintStream;
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
    description = {
      "Lists the rejected lines by reason: how many, of how many counters and ads, since when.",
      "With --reason or --counter it prints the first 20 lines, too, each with its time, reason and detail.",
      "",
      "The lines stay on the queue. While they are read, other readers do not get them."
    },
    exitCodeList = {"0:no such lines", "1:there are rejected lines"},
    footer = {
      "  clicks rejects list",
      "  clicks rejects list --counter hostA-20260601_000000-k3f9xq"
    })
public final class RejectsListCommand extends RejectsCommand {
  private static final int MOST_SHOWN = 20;

  private final Map<String, Group> groups = new TreeMap<>();
  private final List<RejectedLine> shown = new ArrayList<>();
  private long lines;

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
  }

  private static Columns<Map.Entry<String, Group>> columns() {
    return new Columns<Map.Entry<String, Group>>()
        .text("reason", null, "reason", Map.Entry::getKey)
        .number("lines", null, "lines", each -> each.getValue().timesMs.getCount())
        .number("counters", null, "counters", each -> (long) each.getValue().counters.size())
        .number("ads", null, "ads", each -> (long) each.getValue().ads.size())
        .number(null, null, "firstRejectedAt", each -> each.getValue().timesMs.getMin())
        .number(null, null, "lastRejectedAt", each -> each.getValue().timesMs.getMax())
        .text("from", null, null, each -> Texts.time(each.getValue().timesMs.getMin()))
        .text("to", null, null, each -> Texts.time(each.getValue().timesMs.getMax()))
        .text("last detail", null, "exampleDetail", each -> each.getValue().example);
  }

  @Override
  protected int run() throws IOException {
    long read;
    boolean isCutShort;
    try (RejectsReader reader = open()) {
      read = read(reader, next -> add(next.line()));
      isCutShort = reader.isAtMost();
    }
    print(
        Json.object()
            .with("lines", lines)
            .with("cutShort", isCutShort)
            .with("reasons", columns().json(List.copyOf(groups.entrySet())))
            .withAny("shown", isFiltered() ? shown : null),
        out -> print(out, read));
    return lines == 0 ? ExitCode.OK : ExitCode.MISSING;
  }

  private void add(RejectedLine line) {
    groups.computeIfAbsent(line.reason(), r -> new Group()).add(line);
    lines++;
    if (isFiltered() && lines <= MOST_SHOWN) {
      shown.add(line);
    }
  }

  private void print(PrintStream out, long read) {
    if (!groups.isEmpty()) {
      columns().print(List.copyOf(groups.entrySet()), out);
    }
    for (RejectedLine line : shown) {
      say("%s  %s: %s", Texts.time(line.rejectedAtMs()), line.reason(), line.detail());
      say("  " + line.text());
    }
    if (isFiltered() && lines > MOST_SHOWN) {
      say("and " + Texts.number(lines - MOST_SHOWN) + " more");
    }
    say(Texts.count(lines, "rejected line") + " of " + Texts.number(read));
  }
}
