package clickcounter.tools.rejects;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Progress;
import clickcounter.cli.Terminal;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.RejectedLine;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.common.Texts;
import java.io.IOException;
import java.util.HashSet;
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
public final class RejectsListCommand extends ResultCommand {

  public RejectsListCommand(Terminal terminal) {
    super(terminal);
  }

  /** The lines of one reason. */
  private static final class Group {
    private long count;
    private long firstMs = Long.MAX_VALUE;
    private long lastMs = Long.MIN_VALUE;
    private String example = "";
    private final Set<String> counters = new HashSet<>();
    private final Set<String> ads = new HashSet<>();

    void add(RejectedLine line) {
      count++;
      firstMs = Math.min(firstMs, line.rejectedAtMs());
      lastMs = Math.max(lastMs, line.rejectedAtMs());
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
      String counted = counters.isEmpty() ? "" : Texts.count(counters.size(), "counter");
      String and = counters.isEmpty() || ads.isEmpty() ? "" : " and ";
      String shown = ads.isEmpty() ? "" : Texts.count(ads.size(), "ad");
      return counters.isEmpty() && ads.isEmpty() ? "" : " of " + counted + and + shown;
    }

    Json.Fields json(String reason) {
      return Json.object()
          .with("reason", reason)
          .with("lines", count)
          .with("counters", counters.size())
          .with("ads", ads.size())
          .with("firstRejectedAt", firstMs)
          .with("lastRejectedAt", lastMs)
          .with("exampleDetail", example);
    }
  }

  @Override
  protected int run() throws IOException {
    Map<String, Group> groups = new TreeMap<>();
    Rejects.Done done;
    try (Progress progress = RejectsOutput.progress(terminal)) {
      done =
          new Rejects(settings.broker(), read -> progress.step(1))
              .read(
                  line -> true,
                  line -> groups.computeIfAbsent(line.reason(), r -> new Group()).add(line));
    }
    print(
        Json.object()
            .with("lines", done.matched())
            .with("cutShort", done.isCutShort())
            .with("reasons", Json.list(groups.entrySet(), of -> of.getValue().json(of.getKey()))),
        out -> {
          groups.forEach(this::print);
          say(Texts.count(done.matched(), "rejected line") + " of " + Texts.number(done.read()));
        });
    RejectsOutput.warnIfCutShort(terminal, done);
    return done.matched() == 0 && !done.isCutShort() ? ExitCode.OK : ExitCode.MISSING;
  }

  private void print(String reason, Group group) {
    say(
        "%s: %s%s, from %s to %s; the last one: %s",
        reason.isEmpty() ? "(no reason given)" : reason,
        Texts.count(group.count, "line"),
        group.whose(),
        Texts.time(group.firstMs),
        Texts.time(group.lastMs),
        group.example);
  }
}
