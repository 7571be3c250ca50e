package clickcounter.tools.recount;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Progress;
import clickcounter.cli.Terminal;
import clickcounter.document.AdTotals;
import clickcounter.event.ClockLimit;
import clickcounter.event.CounterId;
import clickcounter.ledger.WriteIds;
import clickcounter.riak.RiakSettings;
import clickcounter.store.DocumentStore;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.common.ArchivePaths;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.common.Texts;
import clickcounter.tools.documents.AcceptedLosses;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.recount.ArchivedEvents.Archives;
import clickcounter.tools.recount.Recount.AdChange;
import clickcounter.tools.table.FreshTable;
import clickcounter.tools.table.TablePath;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
      "Use it for a document that is blocked, lost or damaged. Pause the topology before ('topology"
          + " pause' ends with 0), and resume it when this has ended with 0: an ad's document then has"
          + " exactly the archived events that the counters' documents call counted. Send back with"
          + " 'rejects requeue' what was rejected before.",
      "",
      "--counter is for a counter's document that cannot be read, or is lost. All ads of its events are"
          + " recounted with it, and all its archived events count. A document that can be read stays;"
          + " its ads are recounted.",
      "",
      "--everything builds all documents of an empty bucket type, after Riak was lost or to count a"
          + " finished period. All archived events count. No topology may run meanwhile, and none"
          + " starts before it has ended.",
      "",
      "Events that are written off, or whose time the topology rejects, do not count, and are named."
          + " It asks a table: that of --table, or without PATH that of ops.table, into which it"
          + " first imports what is new. Otherwise it makes a temporary one, and deletes it.",
      "",
      "If it is interrupted, run the same command again, before the topology is resumed."
    },
    exitCodeList = {
      "0:the documents are put",
      "1:nothing was changed: the topology is not at rest, the archives lack counted events, or there"
          + " is no such ad or counter",
      "3:not all documents are put, or a file could not be read to its end; run the same command again."
          + " Or nothing was changed: it is not known whether the topology is at rest",
      "4:the documents are put, from the files that were read"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  clicks documents recount --ad m123456 --dry-run",
      "  clicks documents recount --ad m123456 /var/log/clicks",
      "  clicks documents recount --counter hostA-20260601_000000-k3f9xq",
      "  clicks documents recount --ad m123456 --accept-lost hostA-20260601_000000-k3f9xq:17-19 --why"
          + " \"disk lost\"",
      "  clicks documents recount --everything"
    })
public final class RecountCommand extends ResultCommand {
  private static final int MAX_NAMED = 20;

  @Mixin private ArchivePaths archives;

  @Mixin private TablePath table;

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

  @Option(
      names = "--dry-run",
      description =
          "Put nothing; print what the ads' documents would say. The topology need not be paused")
  private boolean dryRun;

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
    if (!everything && !dryRun && !isAtRest("Nothing was changed.")) {
      return ExitCode.MISSING;
    }
    ArchiveFiles others = find().others();
    Optional<Path> directory = table.ofAllArchives(settings, archives);
    RiakSettings place = settings.riak();
    try (DocumentStore store = backends.openStore(settings);
        FreshTable fresh = FreshTable.at(directory, terminal);
        Progress progress = Progress.of(terminal, "recount", "documents", 0)) {
      Archives all = () -> new TableArchive(fresh.update(find(), clock.millis()));
      int status =
          everything ? everything(store, all, progress) : recount(store, place, all, progress);
      if (!json) {
        OtherFiles.print(others, terminal.out());
      }
      return OtherFiles.status(status, others);
    }
  }

  private void requireOneTask() {
    counters.forEach(RecountCommand::requireCounterId);
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

  private static void requireCounterId(String id) {
    CounterId.fault(id)
        .ifPresent(
            fault -> {
              throw new IllegalArgumentException("--counter " + id + ": " + fault);
            });
  }

  private boolean isAtRest(String whatIsChanged) throws IOException {
    Optional<String> unrest = backends.unrest(settings);
    unrest.ifPresent(why -> warn(why + ". " + whatIsChanged));
    return unrest.isEmpty();
  }

  private ArchiveFiles find() throws IOException {
    List<Path> paths = archives.of(settings);
    return ArchiveFiles.find(
        archives.areNamed() ? paths : TablePath.withDecisions(paths, settings));
  }

  private ClockLimit times() {
    return settings.clockLimit(clock.millis());
  }

  private int everything(DocumentStore store, Archives all, Progress progress) throws IOException {
    String by = "pid " + ProcessHandle.current().pid();
    RecountEverything.Result result =
        new RecountEverything(store, backends.waits(), all, new WriteIds(random), clock::millis)
            .run(by, times(), () -> progress.step(1));
    progress.close();
    print(
        result,
        out -> {
          say(
              "%s%s, %s, %s"
                  .formatted(
                      result.wentOn() ? "ran an interrupted recount again: " : "",
                      Texts.count(result.events(), "event"),
                      Texts.count(result.ads(), "ad"),
                      Texts.count(result.counters(), "counter")));
          result.leftOut().say(this::say);
        });
    return ExitCode.OK;
  }

  private int recount(DocumentStore store, RiakSettings place, Archives all, Progress progress)
      throws IOException {
    new Documents(store, backends.waits())
        .knownCounters(place); // an empty Riak is for --everything
    List<AcceptedLosses.Loss> lost =
        acceptLost.stream().map(range -> range.loss(reason, clock.millis())).toList();
    Recount recount =
        new Recount(
            store,
            backends.waits(),
            all,
            new WriteIds(random),
            clock::millis,
            new Recount.Settings(dryRun, lost, this::times));
    Recount.Result result;
    try {
      result =
          recount.run(
              new Recount.Scope(Set.copyOf(ads), Set.copyOf(counters)), () -> progress.step(1));
    } catch (Recount.Refused e) {
      progress.close();
      e.reasons().forEach(this::warn);
      warn("Nothing was changed.");
      return ExitCode.MISSING;
    }
    progress.close();
    print(json(result), out -> say(result));
    boolean isDone =
        result.failed().isEmpty()
            && result.broken().isEmpty()
            && (dryRun
                || isAtRest("It was resumed during the recount: pause it, and run this again"));
    return isDone ? ExitCode.OK : ExitCode.FAILED;
  }

  private void say(Recount.Result result) {
    List<AdChange> changed =
        result.ads().size() <= MAX_NAMED
            ? result.ads()
            : result.ads().stream().filter(AdChange::isChanged).toList();
    changed.stream().limit(MAX_NAMED).forEach(ad -> say(text(ad)));
    if (result.ads().size() > MAX_NAMED) {
      say(
          "%s of ads, of which %s changed"
              .formatted(
                  Texts.count(result.ads().size(), "document"), Texts.number(changed.size())));
    }
    result
        .counters()
        .forEach(
            (id, ids) ->
                say("counters/" + id + ": " + Texts.count(ids.size(), "event") + " recorded"));
    result.leftOut().say(this::say);
    result.failed().forEach((key, why) -> warn(key + ": it is not known what it says: " + why));
    result.broken().forEach(file -> warn("not read to its end: " + file));
    if (dryRun) {
      say("nothing was changed (--dry-run)");
    } else if (!result.failed().isEmpty()) {
      warn("Run the same command again before the topology is resumed.");
    }
  }

  private static String text(AdChange ad) {
    String before =
        ad.blocked() != null
            ? "not readable, " + ad.blocked()
            : ad.before() == null ? "none" : ad.isChanged() ? text(ad.before()) : "the same";
    return "ads/%s: %s; %s unsettled. Before: %s"
        .formatted(ad.adId(), text(ad.after()), Texts.number(ad.unsettledIds()), before);
  }

  private static String text(AdTotals totals) {
    return "%s, %s, costs %s of %s"
        .formatted(
            Texts.count(totals.clicks(), "click"),
            Texts.count(totals.impressions(), "impression"),
            Texts.money(totals.costMicros()),
            Texts.money(totals.budgetMicros()));
  }

  private Json.Fields json(Recount.Result result) {
    return Json.object()
        .with("dryRun", dryRun)
        .with("ads", Json.list(result.ads(), RecountCommand::json))
        .with("counters", result.counters())
        .with("failed", result.failed())
        .with("brokenFiles", result.broken())
        .with("leftOut", result.leftOut());
  }

  private static Json.Fields json(AdChange ad) {
    return fields(Json.object().with("adId", ad.adId()), ad.after())
        .with("unsettledIds", ad.unsettledIds())
        .with("before", ad.before() == null ? null : fields(Json.object(), ad.before()))
        .withAny("blocked", ad.blocked());
  }

  private static Json.Fields fields(Json.Fields json, AdTotals totals) {
    return json.with("clicks", totals.clicks())
        .with("impressions", totals.impressions())
        .with("costMicros", totals.costMicros())
        .with("budgetMicros", totals.budgetMicros());
  }
}
