package clickcounter.tools.recount;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.Progress;
import clickcounter.cli.Texts;
import clickcounter.document.AdTotals;
import clickcounter.event.CounterId;
import clickcounter.ledger.WriteIds;
import clickcounter.store.DocumentStore;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.common.ArchivePaths;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.documents.AcceptedLosses.Loss;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.recount.ArchivedEvents.Archives;
import clickcounter.tools.recount.Recount.Recounted;
import clickcounter.tools.table.FreshTable;
import clickcounter.tools.table.TablePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "recount",
    description = {
      "Rebuilds documents from the archives.",
      "",
      "Use it for a document that is blocked, lost or damaged. Pause the topology before ('topology"
          + " pause' ends with 0), and resume it when this has ended with 0: an ad's document then"
          + " has exactly the archived events that the counters' documents call counted. Send back"
          + " with 'rejects requeue' what was rejected before.",
      "",
      "--counter is for a counter's document that cannot be read, or is lost. All ads of its events"
          + " are recounted with it, and all its archived events count. A document that can be read"
          + " stays; its ads are recounted.",
      "",
      "--everything builds all documents of an empty bucket type, after Riak was lost or to count a"
          + " finished period. All archived events count. No topology may run meanwhile, and none"
          + " starts before it has ended.",
      "",
      "Events that are written off, or whose time the topology rejects, do not count, and are"
          + " named. It asks a table: without PATH that of ops.table, into which it first imports"
          + " what is new. Otherwise it makes a temporary one, and deletes it.",
      "",
      "If it is interrupted, run the same command again, before the topology is resumed."
    },
    exitCodeList = {
      "0:the documents are put",
      "1:nothing was changed: the topology is not at rest, the archives lack counted events, or"
          + " there is no such ad or counter",
      "3:not all documents are put; run the same command again. Or nothing was changed: a file"
          + " could not be read to its end, or it is not known whether the topology is at rest",
      "4:the documents are put, from the files that were read"
    },
    footer = {
      "  clicks documents recount --ad m123456 --dry-run",
      "  clicks documents recount --ad m123456 /var/log/clicks",
      "  clicks documents recount --counter hostA-20260601_000000-k3f9xq",
      "  clicks documents recount --ad m123456 --accept-lost hostA-20260601_000000-k3f9xq:17-19"
          + " --why \"disk lost\"",
      "  clicks documents recount --everything"
    })
public final class RecountCommand extends ResultCommand {
  private static final Pattern LOST = Pattern.compile("(.+):(\\d{1,15})((-|\\.\\.)(\\d{1,15}))?");

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

  @Option(
      names = "--dry-run",
      description =
          "Put nothing; print what the ads' documents would say. The topology need not be paused")
  private boolean dryRun;

  @Option(
      names = "--accept-lost",
      paramLabel = "COUNTER:IDS",
      description =
          "Go on although the archives lack these events, such as 17-19 or 17: no document will"
              + " contain them. Only for archives that do not exist any more. It is remembered, and"
              + " audit says so; repeatable")
  private List<String> acceptLost = new ArrayList<>();

  @Option(
      names = "--why",
      paramLabel = "TEXT",
      description = "Why the events of --accept-lost are lost; remembered")
  private String reason;

  @Override
  protected int run() throws IOException {
    requireOneTask();
    Recount.Task task =
        new Recount.Task(
            Set.copyOf(ads),
            Set.copyOf(counters),
            dryRun,
            acceptLost.stream().map(this::lost).toList(),
            settings.clockLimit(clock.millis()));
    if (!everything && !dryRun && !isAtRest("Nothing was changed.")) {
      return ExitCode.MISSING;
    }
    ArchiveFiles others = find().others();
    Optional<Path> directory = TablePath.ofAllArchives(settings, archives);
    try (DocumentStore store = backends.openStore(settings);
        FreshTable fresh = new FreshTable(directory, terminal);
        Progress progress = Progress.of(terminal, "recount", "documents", 0)) {
      Archives all = () -> TableArchive.whole(fresh.update(find(), clock.millis()));
      if (!everything) { // which is for an empty Riak
        new Documents(store, backends.waits()).knownCounters(settings.riak());
      }
      Recount recount =
          new Recount(store, backends.waits(), all, new WriteIds(random), clock::millis, task);
      int status = print(recount.run(() -> progress.step(1)), progress);
      if (!isJson()) {
        OtherFiles.print(others, terminal.out());
      }
      return OtherFiles.status(status, others);
    } catch (Recount.Refused e) {
      e.getMessage().lines().forEach(this::warn);
      warn("Nothing was changed.");
      return ExitCode.MISSING;
    }
  }

  private void requireOneTask() {
    counters.forEach(CounterId::requireValid);
    boolean some = !ads.isEmpty() || !counters.isEmpty();
    require(some != everything, "expected either --ad and --counter, or --everything");
    if (everything && (dryRun || !acceptLost.isEmpty())) {
      throw new IllegalArgumentException(
          "--dry-run and --accept-lost are for --ad and --counter only");
    }
    require(acceptLost.isEmpty() == (reason == null), "--accept-lost and --why go together");
  }

  /** Reads {@code COUNTER:5-9}, {@code COUNTER:5..9} or {@code COUNTER:7}. */
  private Loss lost(String text) {
    Matcher matcher = LOST.matcher(text);
    if (!matcher.matches()) {
      String example = "hostA-20260601_000000-k3f9xq:17-19, got '" + text + "'";
      throw new IllegalArgumentException(
          "--accept-lost: expected a counter and its lost events, such as " + example);
    }
    String last = matcher.group(5) == null ? matcher.group(2) : matcher.group(5);
    long from = Long.parseLong(matcher.group(2));
    return new Loss(matcher.group(1), from, Long.parseLong(last), reason, clock.millis());
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

  private int print(Recount.Result result, Progress progress) throws IOException {
    progress.close();
    print(json(result), out -> say(result));
    String resumed = "It was resumed during the recount: pause it, and run this again";
    boolean isDone = result.failed().isEmpty() && (everything || dryRun || isAtRest(resumed));
    return isDone ? ExitCode.OK : ExitCode.FAILED;
  }

  private void say(Recount.Result result) {
    if (everything) {
      say(
          "%s, %s, %s",
          Texts.count(result.events(), "event"),
          Texts.count(result.putAds(), "ad"),
          Texts.count(result.counters().size(), "counter"));
    } else {
      sayDocuments(result);
    }
    result.leftOut().say(this::say);
    result.failed().forEach((key, why) -> warn(key + ": it is not known what it says: " + why));
    if (dryRun) {
      say("nothing was changed (--dry-run)");
    } else if (!result.failed().isEmpty()) {
      warn("Run the same command again before the topology is resumed.");
    }
  }

  private void sayDocuments(Recount.Result result) {
    Stream<Recounted> changedFirst =
        result.ads().stream().sorted(Comparator.comparing(ad -> !ad.isChanged()));
    Texts.first(changedFirst.map(RecountCommand::text).toList()).forEach(this::say);
    result
        .counters()
        .forEach(
            (id, ids) -> say("counters/%s: %s recorded", id, Texts.count(ids.size(), "event")));
  }

  private static String text(Recounted ad) {
    AdBefore stood = ad.before();
    String before =
        stood.blocked() != null
            ? "not readable, " + stood.blocked()
            : stood.isAbsent() ? "none" : ad.isChanged() ? text(stood.totals()) : "the same";
    return "%s: %s; %s unsettled. Before: %s"
        .formatted(ad.key(), text(ad.after()), Texts.number(ad.unsettledIds()), before);
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
    Json.Fields json = Json.object();
    if (everything) {
      json.with("events", result.events())
          .with("ads", result.putAds())
          .with("counters", result.counters().size());
    } else {
      json.with("dryRun", dryRun)
          .with("ads", Json.list(result.ads(), RecountCommand::json))
          .with("counters", result.counters())
          .with("failed", result.failed());
    }
    return json.with("leftOut", result.leftOut());
  }

  private static Json.Fields json(Recounted ad) {
    AdTotals before = ad.before().totals();
    return fields(Json.object().with("adId", ad.adId()), ad.after())
        .with("unsettledIds", ad.unsettledIds())
        .with("before", before == null ? null : fields(Json.object(), before))
        .withAny("blocked", ad.before().blocked());
  }

  private static Json.Fields fields(Json.Fields json, AdTotals totals) {
    return json.with("clicks", totals.clicks())
        .with("impressions", totals.impressions())
        .with("costMicros", totals.costMicros())
        .with("budgetMicros", totals.budgetMicros());
  }
}
