package clickcounter.tools.recount;

import clickcounter.cli.Durations;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Progress;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.event.ClockLimit;
import clickcounter.event.CounterId;
import clickcounter.ids.LongRanges;
import clickcounter.ledger.WriteIds;
import clickcounter.riak.RiakSettings;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ArchiveFollower;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.common.ArchivePaths;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.FileProgress;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.Texts;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.documents.AcceptedLosses;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.recount.Recount.RecountedDocument;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
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
      "Name all archives that there are, the files themselves: a copy may lag (rsync, the cache of"
          + " NFS). While the files lack an event that is counted they are read again, for as long as"
          + " --wait says. If they still lack it, all documents are put back as they were.",
      "",
      "--counter recounts a counter's document, and all ads of its events with it.",
      "",
      "--everything builds all documents of an empty bucket type, after Riak was lost or to count a"
          + " finished period. Every event in the archives counts. No topology may run meanwhile,"
          + " and none starts before it has ended. It replaces nothing, so there is nothing to"
          + " compare: an event that a copy lacks is counted when it comes, or is missing.",
      "",
      "If it is interrupted, run the same command again: it goes on."
    },
    exitCodeList = {
      "0:the documents are put",
      "1:nothing was changed: the archives lack counted events, or there is no such ad or counter",
      "3:not all documents are put; run the same command again",
      "4:the documents are put, from the files that were read"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks documents recount --ad m123456 --dry-run /var/log/clicks",
      "  clicks documents recount --ad m123456 /var/log/clicks",
      "  clicks documents recount --counter hostA-20260601_000000-k3f9xq /var/log/clicks",
      "  clicks documents recount --ad m123456 --accept-lost hostA-20260601_000000-k3f9xq:17-19 --why"
          + " \"disk lost\" /var/log/clicks",
      "  clicks documents recount --everything /var/log/clicks"
    })
public final class RecountCommand extends ToolCommand {
  private static final int MAX_NAMED = 20;

  @Mixin private ArchivePaths archives;

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
      names = "--wait",
      paramLabel = "DURATION",
      converter = Durations.class,
      defaultValue = "2m",
      description =
          "How long files are read again that lack events which are counted. Default:"
              + " ${DEFAULT-VALUE}")
  private Duration wait;

  @Option(
      names = "--accept-lost",
      paramLabel = "COUNTER:IDS",
      converter = LostRange.Converter.class,
      description =
          "Go on although the archives lack these events, such as 17-19 or 17: no document will"
              + " contain them. Only for archives that do not exist any more. It is remembered, and"
              + " audit says so; repeatable")
  private List<LostRange> acceptLost = new ArrayList<>();

  @Option(
      names = "--why",
      paramLabel = "TEXT",
      description = "Why the events of --accept-lost are lost; remembered")
  private String reason;

  @Option(names = "--json", description = "Print the result as JSON")
  private boolean json;

  @Mixin private ToolSettings settings;

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
    requireOneTask();
    counters.forEach(RecountCommand::requireCounterId);
    ArchiveFiles files = archives.find(settings);
    Troubles troubles = new Troubles();
    ArchiveFollower archive =
        new ArchiveFollower(
            () -> archives.find(settings).files(),
            Runtime.getRuntime().availableProcessors(),
            troubles);
    WriteIds writeIds = new WriteIds(random);
    RiakSettings place = settings.riak();
    try (DocumentStore store = backends.openStore(settings)) {
      if (everything) {
        try (RecountEverything recount =
            new RecountEverything(
                store, archive, writeIds, clock::millis, writer(), this::clockLimit)) {
          return everything(recount, files, troubles);
        }
      }
      Documents documents = new Documents(store, backends.waits());
      documents.knownCounters(place); // an empty Riak is for --everything
      AcceptedLosses accepted = documents.acceptedLosses().with(named());
      Recount.Scope scope = new Recount.Scope(Set.copyOf(ads), Set.copyOf(counters));
      Recount.Settings how = new Recount.Settings(wait.toMillis(), accepted, this::clockLimit);
      try (Recount recount =
          new Recount(store, backends.waits(), archive, writeIds, clock::millis, writer(), how)) {
        return recount(recount, scope, files, troubles, store);
      }
    }
  }

  private ClockLimit clockLimit() {
    return settings.clockLimit(clock.millis());
  }

  private void requireOneTask() {
    boolean some = !ads.isEmpty() || !counters.isEmpty();
    if (some == everything) {
      throw new IllegalArgumentException("expected either --ad and --counter, or --everything");
    }
    if (everything && (dryRun || !acceptLost.isEmpty())) {
      throw new IllegalArgumentException(
          "--dry-run and --accept-lost are for --ad and --counter only");
    }
    if (acceptLost.isEmpty() != (reason == null)) {
      throw new IllegalArgumentException("--accept-lost and --why go together");
    }
  }

  private List<AcceptedLosses.Loss> named() {
    return acceptLost.stream().map(range -> range.loss(reason, clock.millis())).toList();
  }

  private static SortedMap<String, String> texts(Map<DocumentKey, String> reasons) {
    SortedMap<String, String> texts = new TreeMap<>();
    reasons.forEach((key, reason) -> texts.put(key.toString(), reason));
    return texts;
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
      OtherFiles.print(files, terminal.out());
      Texts.print(troubles.kept(), troubles.total(), terminal.out());
      say(
          "%s%s, %s, %s"
              .formatted(
                  result.wentOn() ? "went on with an interrupted recount: " : "",
                  Texts.count(result.events(), "event"),
                  Texts.count(result.ads(), "ad"),
                  Texts.count(result.counters(), "counter")));
      result.leftOut().say(this::say);
    }
    return OtherFiles.status(ExitCode.OK, files);
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

  private int recount(
      Recount recount,
      Recount.Scope scope,
      ArchiveFiles files,
      Troubles troubles,
      DocumentStore store)
      throws IOException {
    Recount.ArchiveCoverage findings;
    try (FileProgress progress = new FileProgress(terminal, "recount", files);
        Steps steps = new Steps()) {
      findings = recount.read(scope, progress, steps);
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
    if (!areLost(recount)) {
      warn("Nothing was changed. Name only events that are in no file.");
      return ExitCode.MISSING;
    }
    if (!findings.isComplete()) {
      sayWhatIsLacking(findings.recordedInNoFile(), findings.laggingCounters());
      return ExitCode.MISSING;
    }
    if (dryRun) {
      return report(
          files,
          troubles,
          findings,
          recount.preview(),
          new TreeMap<>(),
          new TreeMap<>(),
          recount.leftOut());
    }
    if (!acceptLost.isEmpty()) {
      AcceptedLosses.remember(store, backends.waits(), named());
    }
    Recount.Result result;
    try (Steps steps = new Steps()) {
      result = recount.run(steps);
    }
    int status =
        report(
            files,
            troubles,
            findings,
            result.put(),
            new TreeMap<>(result.counters()),
            texts(result.failed()),
            recount.leftOut());
    if (!result.lacking().isEmpty()) {
      return sayWhatLags(result);
    }
    if (!troubles.isWhole()) {
      warn(
          "Files that were read after the fence break off, see above. Run the same command again.");
      return ExitCode.FAILED;
    }
    return status;
  }

  /** Whether the files have none of the events that are said to be lost. */
  private boolean areLost(Recount recount) {
    boolean areLost = true;
    for (LostRange range : acceptLost) {
      LongRanges archived = recount.archivedAmong(range.counterId(), range.from(), range.to());
      if (!archived.isEmpty()) {
        areLost = false;
        warn(
            "--accept-lost: the files have events of "
                + range.counterId()
                + ": "
                + Texts.ids(archived));
      }
    }
    return areLost;
  }

  private void sayWhatIsLacking(Map<String, LongRanges> lacking, Set<String> lagging) {
    warn(
        counted(lacking)
            + " in none of the files"
            + (wait.isZero() ? "" : ", nor after " + Texts.age(wait.toMillis()))
            + ". Nothing was changed.");
    name(lacking, lagging);
    if (lacking.keySet().equals(lagging)) {
      return;
    }
    warn(
        "Name all archives. For events whose archive does not exist any more, and for these alone:"
            + " --accept-lost COUNTER:FROM-TO --why TEXT.");
  }

  private static String counted(Map<String, LongRanges> lacking) {
    long ids = lacking.values().stream().mapToLong(LongRanges::size).sum();
    return Texts.count(ids, "event")
        + " of "
        + Texts.count(lacking.size(), "counter")
        + (ids == 1 ? " is" : " are")
        + " counted and";
  }

  private void name(Map<String, LongRanges> lacking, Set<String> lagging) {
    lacking.entrySet().stream()
        .limit(MAX_NAMED)
        .forEach(
            c ->
                warn(
                    "  "
                        + c.getKey()
                        + ": "
                        + Texts.ids(c.getValue())
                        + (lagging.contains(c.getKey())
                            ? ", its newest: name the file itself, not a copy that lags, or wait"
                                + " longer (--wait)"
                            : "")));
  }

  /** After the fence: the archives lag, since they had all that was recorded before it. */
  private int sayWhatLags(Recount.Result result) {
    boolean isUnchanged = result.put().isEmpty() && result.failed().isEmpty();
    warn(
        counted(result.lacking())
            + " not in the files, which lag: they were read for "
            + Texts.age(wait.toMillis())
            + ". "
            + (isUnchanged
                ? "Nothing was changed: the documents say what they said before."
                : "The documents that are not named above say what they said before."));
    name(result.lacking(), Set.of());
    warn(
        "Name the files themselves, not copies that lag, or wait longer (--wait); then run the same"
            + " command again. What was rejected meanwhile comes back with 'rejects requeue'.");
    boolean isBlockedAsBefore =
        result.failed().values().stream().allMatch(FencedDocument.NOTHING_TO_GIVE_BACK::equals);
    return isBlockedAsBefore ? ExitCode.MISSING : ExitCode.FAILED;
  }

  private int report(
      ArchiveFiles files,
      Troubles troubles,
      Recount.ArchiveCoverage findings,
      List<RecountedDocument> documents,
      SortedMap<String, LongRanges> recorded,
      SortedMap<String, String> failed,
      LeftOut leftOut)
      throws IOException {
    if (json) {
      Json.print(
          terminal.out(),
          new ResultJson(
              dryRun,
              findings.events(),
              documents.stream().map(AdJson::of).toList(),
              recorded,
              failed,
              leftOut));
    } else {
      OtherFiles.print(files, terminal.out());
      Texts.print(troubles.kept(), troubles.total(), terminal.out());
      print(documents, recorded, failed);
      leftOut.say(this::say);
    }
    return failed.isEmpty() ? OtherFiles.status(ExitCode.OK, files) : ExitCode.FAILED;
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
      SortedMap<String, String> failed,
      LeftOut leftOut) {}

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
    private boolean isWaiting;

    @Override
    public void waitsFor(Map<String, LongRanges> lacking, long mostMs) {
      close();
      progress = null;
      if (!isWaiting) {
        isWaiting = true;
        warn(
            counted(lacking)
                + " not in the files yet; they are read again for up to "
                + Texts.age(mostMs));
      }
    }

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
