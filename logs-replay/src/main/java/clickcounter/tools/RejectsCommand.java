package clickcounter.tools;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Progress;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.jms.BrokerSettings;
import clickcounter.tools.rejects.RejectedLine;
import clickcounter.tools.rejects.Rejects;
import clickcounter.tools.send.EventQueue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The commands {@code rejects} and {@code rejects list}: what is in the queue of rejected lines.
 * The other subcommands show, send again and remove its lines.
 */
@Command(
    name = "rejects",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Lists the rejected lines by reason: how many, of how many counters and ads, since when.",
      "",
      "The lines stay on the queue. While they are read, other readers do not get them."
    },
    exitCodeList = {"0:no such lines", "1:there are rejected lines"},
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks rejects list",
      "  clicks rejects show --reason document-blocked --most 5",
      "  clicks rejects requeue --reason too-far-ahead --from 2026-06-01T12:00:00Z",
      "  clicks rejects purge --reason not-json --file /var/tmp/not-json.txt"
    })
final class RejectsCommand extends ToolCommand {
  @Option(names = "--json", description = "Print JSON")
  private boolean json;

  @Mixin private RejectsOptions lines;
  @Mixin private ToolSettings settings;
  @Mixin private BrokerOptions broker;

  private RejectsCommand(Terminal terminal) {
    super(terminal);
  }

  static CommandLine all(Terminal terminal, Backends backends) {
    CommandLine rejects = new CommandLine(new RejectsCommand(terminal));
    rejects.addSubcommand("list", new RejectsCommand(terminal));
    rejects.addSubcommand(new Show(terminal));
    rejects.addSubcommand(new Requeue(terminal, backends));
    rejects.addSubcommand(new Purge(terminal));
    return rejects;
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
      counters.add(line.counterId());
      ads.add(line.adId());
    }

    GroupJson json(String reason) {
      return new GroupJson(reason, count, counters.size(), ads.size(), firstMs, lastMs, example);
    }
  }

  private record GroupJson(
      String reason,
      long lines,
      int counters,
      int ads,
      long firstRejectedAt,
      long lastRejectedAt,
      String exampleDetail) {}

  private record RejectsJson(long lines, boolean cutShort, List<GroupJson> reasons) {}

  @Override
  protected int run() throws IOException {
    Map<String, Group> groups = new TreeMap<>();
    Rejects.Done done;
    try (Progress progress = progress(terminal)) {
      done =
          new Rejects(broker.settings(settings), read -> progress.step(1))
              .read(
                  lines.filter(),
                  line -> groups.computeIfAbsent(line.reason(), r -> new Group()).add(line));
    }
    if (json) {
      List<GroupJson> reasons = new ArrayList<>();
      groups.forEach((reason, group) -> reasons.add(group.json(reason)));
      Json.print(terminal.out(), new RejectsJson(done.matched(), done.isCutShort(), reasons));
    } else {
      groups.forEach(this::print);
      say(Texts.count(done.matched(), "rejected line") + " of " + Texts.number(done.read()));
    }
    warnIfCutShort(terminal, done);
    return done.matched() == 0 && !done.isCutShort() ? ExitCode.OK : ExitCode.MISSING;
  }

  /** The queue may have more lines than were read. */
  private static void warnIfCutShort(Terminal terminal, Rejects.Done done) {
    if (done.isCutShort()) {
      terminal
          .err()
          .println(
              "rejects: only the first "
                  + Texts.number(done.read())
                  + " lines of the queue were read. Send these again or remove them; then run the"
                  + " same command again");
    }
  }

  private void print(String reason, Group group) {
    say(
        String.format(
            Locale.ROOT,
            "%s: %s of %s and %s, from %s to %s; the last one: %s",
            reason.isEmpty() ? "(no reason given)" : reason,
            Texts.count(group.count, "line"),
            Texts.count(group.counters.size(), "counter"),
            Texts.count(group.ads.size(), "ad"),
            Texts.time(group.firstMs),
            Texts.time(group.lastMs),
            group.example));
  }

  private static Progress progress(Terminal terminal) {
    return Progress.of(terminal, "rejects", "lines", 0); // nobody knows how many there are
  }

  /**
   * @param done lines that were sent or removed
   */
  private record DoneJson(
      long read, long done, long left, long cameBack, boolean cutShort, boolean dryRun, Path file) {
    static DoneJson of(Rejects.Done done, boolean dryRun, Path file) {
      return new DoneJson(
          done.read(), done.done(), done.left(), done.cameBack(), done.isCutShort(), dryRun, file);
    }
  }

  /** Prints lines. */
  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = "Shows rejected lines, each with its time, reason and detail.",
      exitCodeList = {"0:no such lines", "1:there are rejected lines"},
      footerHeading = "%nExample:%n",
      footer = "  clicks rejects show --counter hostA-20260601_000000-k3f9xq --most 5")
  private static final class Show extends ToolCommand {
    @Option(
        names = "--most",
        paramLabel = "N",
        defaultValue = "20",
        description = "Lines that are shown. Default: ${DEFAULT-VALUE}")
    private int most;

    @Option(names = "--json", description = "Print JSON")
    private boolean json;

    @Mixin private RejectsOptions lines;
    @Mixin private ToolSettings settings;
    @Mixin private BrokerOptions broker;

    Show(Terminal terminal) {
      super(terminal);
    }

    /** Whoever sent the line may have put anything into it. */
    private static String printable(String text) {
      return text.replaceAll("\\p{Cntrl}", " ");
    }

    private record ShownJson(long lines, List<RejectedLine> shown) {}

    @Override
    protected int run() throws IOException {
      requireAtLeast("--most", most, 1);
      List<RejectedLine> shown = new ArrayList<>();
      Rejects.Done done;
      try (Progress progress = progress(terminal)) {
        done =
            new Rejects(broker.settings(settings), read -> progress.step(1))
                .read(
                    lines.filter(),
                    line -> {
                      if (shown.size() < most) {
                        shown.add(line);
                      }
                    });
      }
      if (json) {
        Json.print(terminal.out(), new ShownJson(done.matched(), shown));
      } else {
        for (RejectedLine line : shown) {
          say(Texts.time(line.rejectedAtMs()) + "  " + line.reason() + ": " + line.detail());
          say("  " + printable(line.text()));
        }
        say(Texts.number(shown.size()) + " of " + Texts.count(done.matched(), "rejected line"));
      }
      warnIfCutShort(terminal, done);
      return done.matched() == 0 ? ExitCode.OK : ExitCode.MISSING;
    }
  }

  /** Sends lines again. */
  @Command(
      name = "requeue",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = {
        "Sends rejected lines to the queue of events again, after their cause was removed.",
        "",
        "A line leaves the queue of rejects when the broker has confirmed that it is on the other one. Nothing is lost when"
            + " this is interrupted; what was sent twice is counted once. A line that is rejected again comes back.",
        "Lines of a message that could not be read at all stay: send these with replay --only-missing."
      },
      exitCodeList = {"0:", "4:lines were left: no events, rejected again, or too many to be read"},
      footerHeading = "%nExample:%n",
      footer = "  clicks rejects requeue --reason document-blocked")
  private static final class Requeue extends ToolCommand {
    @Option(names = "--dry-run", description = "Send nothing; print how many lines are meant")
    private boolean dryRun;

    @Option(names = "--json", description = "Print JSON")
    private boolean json;

    @Mixin private RejectsOptions lines;
    @Mixin private ToolSettings settings;
    @Mixin private BrokerOptions broker;

    private final Backends backends;

    Requeue(Terminal terminal, Backends backends) {
      super(terminal);
      this.backends = backends;
    }

    @Override
    protected int run() throws IOException {
      BrokerSettings at = broker.settings(settings);
      Rejects.Done done;
      try (Progress progress = progress(terminal)) {
        Rejects rejects = new Rejects(at, read -> progress.step(1));
        done = dryRun ? rejects.read(lines.filter(), line -> {}) : requeue(rejects, at);
      }
      if (json) {
        Json.print(terminal.out(), DoneJson.of(done, dryRun, null));
      } else {
        say(
            (dryRun ? "would send " : "sent ")
                + Texts.count(done.done(), "line")
                + " to queue "
                + at.queue());
      }
      warnIfCutShort(terminal, done);
      if (done.cameBack() > 0) {
        terminal
            .err()
            .println(
                "rejects requeue: left "
                    + Texts.count(done.cameBack(), "line")
                    + " that was sent a moment ago: rejected again, or there twice");
      }
      if (done.left() > 0) {
        terminal
            .err()
            .println(
                "rejects requeue: left "
                    + Texts.count(done.left(), "line")
                    + " that describe messages and are no events: send theirs with replay --only-missing, then purge these");
      }
      return done.isWhole() ? ExitCode.OK : ExitCode.SKIPPED;
    }

    private Rejects.Done requeue(Rejects rejects, BrokerSettings at) throws IOException {
      try (EventQueue queue = backends.openQueue(at)) {
        return rejects.requeue(lines.filter(), queue);
      }
    }
  }

  /** Removes lines. */
  @Command(
      name = "purge",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = {
        "Removes rejected lines from the queue, after they were written to a file: a JSON object"
            + " each, with the line as its text.",
        "",
        "Needs an option that says which lines, or --all. Their events stay gaps of their counters."
      },
      exitCodeList = {"0:", "4:the queue has more lines than were read"},
      footerHeading = "%nExample:%n",
      footer = "  clicks rejects purge --reason not-json --file /var/tmp/not-json.txt")
  private static final class Purge extends ToolCommand {
    @Option(
        names = "--file",
        required = true,
        paramLabel = "FILE",
        description = "Where the lines are written; appended if it exists")
    private Path file;

    @Option(names = "--dry-run", description = "Remove nothing; print how many lines are meant")
    private boolean dryRun;

    @Option(names = "--all", description = "All lines that are on the queue")
    private boolean all;

    @Option(names = "--json", description = "Print JSON")
    private boolean json;

    @Mixin private RejectsOptions lines;
    @Mixin private ToolSettings settings;
    @Mixin private BrokerOptions broker;

    Purge(Terminal terminal) {
      super(terminal);
    }

    @Override
    protected int run() throws IOException {
      if (all == lines.isNarrow()) {
        throw new IllegalArgumentException(
            "expected either an option that says which lines to remove, or --all; nothing was"
                + " removed");
      }
      Rejects.Done done;
      try (Progress progress = progress(terminal)) {
        Rejects rejects = new Rejects(broker.settings(settings), read -> progress.step(1));
        done =
            dryRun ? rejects.read(lines.filter(), line -> {}) : rejects.purge(lines.filter(), file);
      }
      if (json) {
        Json.print(terminal.out(), DoneJson.of(done, dryRun, file));
      } else {
        say(
            dryRun
                ? "would remove " + Texts.count(done.done(), "line")
                : "removed " + Texts.count(done.done(), "line") + "; they are in " + file);
      }
      warnIfCutShort(terminal, done);
      return done.isWhole() ? ExitCode.OK : ExitCode.SKIPPED;
    }
  }
}
