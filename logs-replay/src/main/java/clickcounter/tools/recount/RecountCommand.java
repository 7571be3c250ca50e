package clickcounter.tools.recount;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Progress;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.event.CounterId;
import clickcounter.ids.LongRanges;
import clickcounter.ledger.WriteIds;
import clickcounter.riak.RiakSettings;
import clickcounter.store.DocumentStore;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ArchiveFollower;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.FileProgress;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.RiakOptions;
import clickcounter.tools.common.Texts;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.documents.Waits;
import clickcounter.tools.recount.Recount.RecountedDocument;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "recount",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Mends documents: builds them anew from the archives.",
      "",
      "Use it for a document that is blocked, lost or damaged. It works beside live traffic: every"
          + " event is counted exactly once afterwards, whatever was under way. While it runs,"
          + " events of these ads go to the queue of rejects; send them back with 'rejects"
          + " requeue'.",
      "",
      "Name all archives that there are. If they lack an event that a counter's document has"
          + " recorded, nothing is changed.",
      "",
      "--counter recounts a counter's document, and all ads of its events with it.",
      "",
      "--everything builds all documents of an empty bucket type, after Riak was lost or to count a"
          + " finished period. Every event in the archives counts. No topology may run meanwhile,"
          + " and none starts before it has ended.",
      "",
      "If it is interrupted, run the same command again: it goes on."
    },
    exitCodeList = {
      "0:the documents are put",
      "1:nothing was changed: the archives lack recorded events, or there is no such ad or counter",
      "3:not all documents are put; run the same command again",
      "4:the documents are put, from the files that were read"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks recount --ad m123456 --dry-run /var/log/clicks",
      "  clicks recount --ad m123456 /var/log/clicks",
      "  clicks recount --counter hostA-20260601_000000-k3f9xq /var/log/clicks",
      "  clicks recount --everything /var/log/clicks"
    })
public final class RecountCommand extends ToolCommand {
  private static final int MAX_NAMED = 20;

  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description = "Files (plain, .gz, .zst), directories (links are followed) or patterns")
  private List<Path> paths;

  @Option(names = "--ad", paramLabel = "ID", description = "Recount this ad; repeatable")
  private List<String> ads = new ArrayList<>();

  @Option(
      names = "--counter",
      paramLabel = "ID",
      description = "Recount this counter and all ads of its events; repeatable")
  private List<String> counters = new ArrayList<>();

  @Option(
      names = "--everything",
      description = "Build all documents of ads and counters in an empty bucket type")
  private boolean everything;

  @Option(names = "--dry-run", description = "Put nothing; print what the ads' documents would say")
  private boolean dryRun;

  @Option(
      names = "--accept-lost",
      description =
          "Go on although the archives lack recorded events. These are lost: no document will"
              + " contain them")
  private boolean acceptLost;

  @Option(names = "--json", description = "Print the result as JSON")
  private boolean json;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads that read. Default: one per processor")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Mixin private OtherFiles others;
  @Mixin private ToolSettings settings;
  @Mixin private RiakOptions riak;

  private final Backends backends;
  private final Clock clock;
  private final RandomGenerator random;

  public RecountCommand(Terminal terminal, Backends backends, Clock clock, RandomGenerator random) {
    super(terminal);
    this.backends = backends;
    this.clock = clock;
    this.random = random;
  }

  @Override
  protected int run() throws IOException {
    requireAtLeast("--threads", threads, 1);
    boolean some = !ads.isEmpty() || !counters.isEmpty();
    if (some == everything) {
      throw new IllegalArgumentException("expected either --ad and --counter, or --everything");
    }
    counters.forEach(RecountCommand::requireCounterId);
    if (everything && (dryRun || acceptLost)) {
      throw new IllegalArgumentException(
          "--dry-run and --accept-lost are for --ad and --counter only");
    }
    ArchiveFiles files = ArchiveFiles.find(paths);
    Troubles troubles = new Troubles();
    ArchiveFollower archive =
        new ArchiveFollower(() -> ArchiveFiles.find(paths).files(), threads, troubles);
    WriteIds writeIds = new WriteIds(random);
    RiakSettings place = riak.settings(settings);
    try (DocumentStore store = backends.openStore(place)) {
      if (everything) {
        try (RecountEverything recount =
            new RecountEverything(store, archive, writeIds, clock::millis, writer())) {
          return everything(recount, files, troubles);
        }
      }
      new Documents(store).knownCounters(place); // an empty Riak is for --everything
      Recount.Scope scope = new Recount.Scope(Set.copyOf(ads), Set.copyOf(counters));
      try (Recount recount =
          new Recount(store, Waits.REAL, archive, writeIds, clock::millis, writer())) {
        return recount(recount, scope, files, troubles);
      }
    }
  }

  private static void requireCounterId(String id) {
    CounterId.fault(id)
        .ifPresent(
            fault -> {
              throw new IllegalArgumentException("--counter " + id + ": " + fault);
            });
  }

  private int everything(RecountEverything recount, ArchiveFiles files, Troubles troubles)
      throws IOException {
    recount.begin();
    try (FileProgress progress = new FileProgress(terminal, "recount", files)) {
      recount.read(progress);
    }
    troubles.requireWhole(
        "Nothing was put but the mark, with which no topology starts; run the same command again");
    RecountEverything.Result result;
    try (Steps steps = new Steps()) {
      result = recount.write(steps);
    }
    if (json) {
      Json.print(terminal.out(), result);
    } else {
      others.print(files, terminal.out());
      Texts.print(troubles.kept(), troubles.total(), terminal.out());
      say(
          "%s%s, %s, %s"
              .formatted(
                  result.wentOn() ? "went on with an interrupted recount: " : "",
                  Texts.count(result.events(), "event"),
                  Texts.count(result.ads(), "ad"),
                  Texts.count(result.counters(), "counter")));
    }
    return others.status(ExitCode.OK, files);
  }

  private static String writer() {
    return host() + " " + ProcessHandle.current().pid();
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown host";
    }
  }

  private int recount(Recount recount, Recount.Scope scope, ArchiveFiles files, Troubles troubles)
      throws IOException {
    Recount.ArchiveCoverage findings;
    try (FileProgress progress = new FileProgress(terminal, "recount", files)) {
      findings = recount.read(scope, progress);
    }
    troubles.requireWhole("Nothing was changed");
    findings
        .blockedCounters()
        .forEach(id -> warn("counter " + id + " cannot be read; its events stay unsettled"));
    if (!findings.unknown().isEmpty()) {
      findings
          .unknown()
          .forEach(key -> warn(key + ": there is nothing to build it from: no file has an event"));
      warn("Nothing was changed. Check the id, riak.nodes and riak.bucketType; name all archives.");
      return ExitCode.MISSING;
    }
    if (!findings.tooLong().isEmpty()) {
      findings.tooLong().forEach((key, why) -> warn(key + ": " + why));
      warn("Nothing was changed.");
      return ExitCode.FAILED;
    }
    if (!findings.isComplete()) {
      sayWhatIsLost(findings.recordedInNoFile());
      if (!acceptLost) {
        return ExitCode.MISSING;
      }
    }
    if (dryRun) {
      return report(files, troubles, findings, recount.preview(), new TreeMap<>(), new TreeMap<>());
    }
    Recount.Result result;
    try (Steps steps = new Steps()) {
      result = recount.run(steps);
    }
    SortedMap<String, String> failed = new TreeMap<>();
    result.failed().forEach((key, reason) -> failed.put(key.toString(), reason));
    int status =
        report(files, troubles, findings, result.put(), new TreeMap<>(result.counters()), failed);
    if (!troubles.isWhole()) {
      warn(
          "Files that were read after the fence break off, see above. Run the same command again.");
      return ExitCode.FAILED;
    }
    return status;
  }

  private void sayWhatIsLost(Map<String, LongRanges> recordedInNoFile) {
    long ids = recordedInNoFile.values().stream().mapToLong(LongRanges::size).sum();
    warn(
        Texts.count(ids, "event")
            + " of "
            + Texts.count(recordedInNoFile.size(), "counter")
            + " are recorded and in none of the files."
            + (acceptLost
                ? " They are lost."
                : " Nothing was changed. Name all archives; if they do not exist any more, use"
                    + " --accept-lost."));
    recordedInNoFile.entrySet().stream()
        .limit(MAX_NAMED)
        .forEach(c -> warn("  " + c.getKey() + ": " + Texts.ids(c.getValue())));
  }

  private void warn(String line) {
    terminal.err().println(line);
  }

  private int report(
      ArchiveFiles files,
      Troubles troubles,
      Recount.ArchiveCoverage findings,
      List<RecountedDocument> documents,
      SortedMap<String, LongRanges> recorded,
      SortedMap<String, String> failed)
      throws IOException {
    if (json) {
      Json.print(
          terminal.out(),
          new ResultJson(
              dryRun,
              findings.events(),
              documents.stream().map(AdJson::of).toList(),
              recorded,
              failed));
    } else {
      others.print(files, terminal.out());
      Texts.print(troubles.kept(), troubles.total(), terminal.out());
      print(documents, recorded, failed);
    }
    return failed.isEmpty() ? others.status(ExitCode.OK, files) : ExitCode.FAILED;
  }

  private void print(
      List<RecountedDocument> documents,
      SortedMap<String, LongRanges> recorded,
      SortedMap<String, String> failed) {
    long unsettled = 0;
    for (RecountedDocument document : documents) {
      unsettled += document.unsettledIds();
      if (documents.size() <= MAX_NAMED) {
        say(text(document));
      }
    }
    if (documents.size() > MAX_NAMED) {
      say(Texts.count(documents.size(), "document") + " of ads");
    }
    recorded.forEach(
        (id, ids) -> say("counters/" + id + ": " + Texts.count(ids.size(), "event") + " recorded"));
    failed.forEach((key, reason) -> warn(key + ": not put, and blocked: " + reason));
    if (dryRun) {
      say("nothing was changed (--dry-run)");
    } else if (unsettled > 0) {
      say(
          Texts.count(unsettled, "event")
              + " are counted and will settle when they come again: rejects requeue, then replay"
              + " --only-missing");
    }
  }

  private static String text(RecountedDocument document) {
    return "%s: %s, %s, costs %s of %s; %s unsettled"
        .formatted(
            document.key(),
            Texts.count(document.totals().clicks(), "click"),
            Texts.count(document.totals().impressions(), "impression"),
            Texts.money(document.totals().costMicros()),
            Texts.money(document.totals().budgetMicros()),
            Texts.number(document.unsettledIds()));
  }

  private record ResultJson(
      boolean dryRun,
      long events,
      List<AdJson> ads,
      SortedMap<String, LongRanges> counters,
      SortedMap<String, String> failed) {}

  private record AdJson(
      String adId,
      long clicks,
      long impressions,
      long costMicros,
      long budgetMicros,
      int unsettledIds) {
    static AdJson of(RecountedDocument document) {
      return new AdJson(
          document.key().key(),
          document.totals().clicks(),
          document.totals().impressions(),
          document.totals().costMicros(),
          document.totals().budgetMicros(),
          document.unsettledIds());
    }
  }

  /** Shows what is being put. */
  private final class Steps implements Recount.Listener, AutoCloseable {
    private Progress progress;

    @Override
    public void doing(String what, long documents) {
      close();
      progress = Progress.of(terminal, "recount", what, documents);
    }

    @Override
    public void done() {
      progress.step(1);
    }

    @Override
    public void close() {
      if (progress != null) {
        progress.close();
      }
    }
  }
}
