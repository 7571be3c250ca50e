package clickcounter.tools.inspect;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.Texts;
import clickcounter.document.AdTotals;
import clickcounter.event.CounterId;
import clickcounter.ids.Gap;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.store.DocumentStore;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.documents.ReadingJson;
import clickcounter.tools.table.FreshTable;
import clickcounter.tools.table.Table;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonProperty.Access;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "explain",
    description = {
      "Shows what happened to one event, what the archives have of it, and what its ad's document says.",
      "",
      "An event is counted and settled, counted and not yet settled, missing, above its counter's"
          + " highest, written off, or rejected. Its ad is found in the archives, or named with"
          + " --ad. Verdicts on it that are in the archives are shown, too.",
      "",
      "Without PATH it asks the table of ops.table, if it is there, as it was after the last"
          + " import. Otherwise it makes a temporary one of the files, and deletes it. A table does"
          + " not know in which file an event is: grep finds that."
    },
    exitCodeList = {
      "0:the event is counted",
      "1:the event is not counted",
      "3:or it is in no file, and a file could not be read to its end",
      "4:"
    },
    footer = "  clicks events explain hostA-20260601_000000-k3f9xq:15 /var/log/clicks/hostA")
public final class ExplainCommand extends ResultCommand {
  @Parameters(index = "0", paramLabel = "EVENT_ID", description = "counterId:sequence")
  private String eventId;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "PATH",
      description = "Archives to search. Default: the setting ops.archives")
  private List<Path> paths = new ArrayList<>();

  @Option(names = "--ad", paramLabel = "ID", description = "The event's ad")
  private String adId;

  private ArchiveFiles files = ArchiveFiles.NONE;

  /** The time of the table; null if a temporary one is asked, or none. */
  private Long tableAtMs;

  /** The event in the archives; several if there are several events with this id. */
  private List<Found> archived = List.of();

  private List<Found> archivedVerdicts = List.of();

  /** Files that were not read to their end, and why. */
  private List<String> brokenOff = List.of();

  /** Null if it is not known which. */
  private AdReading ad;

  private CounterReading counter;
  private Fate fate;

  /** The gap that it is in, or none. */
  private List<Gap> gaps;

  private final List<FoundVerdict> verdicts = new ArrayList<>();

  private final List<RejectedJson> rejected = new ArrayList<>();

  /** What to say if there are none; null if nobody looked for them. */
  private String notRejected;

  private boolean isQueueRead;

  /** What can have happened to an event, and what its ad's document says then. */
  enum Fate {
    SETTLED("counted and settled", "includes the event"),
    UNSETTLED("counted, not yet settled", "includes the event and names it as unsettled"),
    MISSING("missing", "does not include the event"),
    WRITTEN_OFF("written off", MISSING.claim),
    ABOVE("not counted: above the counter's highest", MISSING.claim),
    UNKNOWN_COUNTER("not counted: no event of its counter was ever settled", MISSING.claim),
    BLOCKED(
        "unknown: a document that may have counted it cannot be read",
        "unknown whether it includes the event");

    final String label;
    final String claim;

    Fate(String label, String claim) {
      this.label = label;
      this.claim = claim;
    }

    boolean isCounted() {
      return this == SETTLED || this == UNSETTLED;
    }

    int status() {
      return this == BLOCKED ? ExitCode.FAILED : isCounted() ? ExitCode.OK : ExitCode.MISSING;
    }
  }

  /** As {@code hostA-20131030_152543:15}. */
  private record EventId(String counterId, long sequence) {
    static EventId parse(String id) {
      int colon = id.lastIndexOf(':');
      String counterId = colon < 0 ? "" : id.substring(0, colon);
      String sequence = id.substring(colon + 1);
      if (CounterId.fault(counterId).isPresent() || !sequence.matches("\\d{1,16}")) {
        throw new IllegalArgumentException(
            "expected an event id such as hostA-20131030_152543:15, got '" + id + "'");
      }
      return new EventId(counterId, Long.parseLong(sequence));
    }
  }

  /**
   * An event in a table; as JSON has it.
   *
   * @param author of an invalidation or a reinstatement of the event that is looked for, else null
   * @param text the same for a person, as {@code click of ad m1 at 2026-06-01T00:03:36Z, 0.25}
   * @param ad null if it has none
   */
  private record Found(
      String eventId,
      String type,
      String author,
      String reason,
      long at,
      @JsonProperty(access = Access.WRITE_ONLY) String text,
      @JsonProperty(access = Access.WRITE_ONLY) String ad) {}

  /** A verdict on the event, and what happened to the verdict; as JSON has it. */
  private record FoundVerdict(@JsonUnwrapped Found verdict, Fate fate, boolean counted) {}

  private record RejectedJson(String reason, String detail, long at, String line) {}

  @Override
  protected int run() throws IOException {
    EventId event = EventId.parse(eventId);
    searchArchives(event);
    readDocuments(event);
    print(json(), this::print);
    return isUnknown() ? ExitCode.FAILED : OtherFiles.status(fate.status(), files);
  }

  /** Asks the named archives; else the table, if there is one; else those of the setting. */
  private void searchArchives(EventId event) throws IOException {
    Optional<Path> root = settings.directory(OpsSettingsTable.TABLE).filter(Files::exists);
    if (paths.isEmpty() && root.isPresent()) {
      try (Table table = Table.open(root.get())) {
        tableAtMs = table.importedAtMs();
        ask(table, event);
      }
      return;
    }
    List<Path> archives = settings.archivesIfAny(paths);
    if (!archives.isEmpty()) {
      files = ArchiveFiles.find(archives);
      try (FreshTable fresh = new FreshTable(Optional.empty(), terminal)) {
        ask(fresh.update(files, clock.millis()), event);
      }
    }
  }

  private void ask(Table table, EventId event) throws IOException {
    table.set("counter", event.counterId());
    table.set("sequence", event.sequence());
    table.selectDays(
        "explained_day",
        "SELECT DISTINCT day FROM counter_days WHERE counter = getvariable('counter')"
            + " AND getvariable('sequence') BETWEEN first AND last");
    List<Found> all = table.ask("explain", Found.class);
    archived = all.stream().filter(each -> each.author() == null).toList();
    archivedVerdicts = all.stream().filter(each -> each.author() != null).toList();
    brokenOff = table.brokenOff();
  }

  /** Whether the event may be in a part of a file that could not be read. */
  private boolean isUnknown() {
    return archived.isEmpty() && !brokenOff.isEmpty();
  }

  private void readDocuments(EventId event) {
    String id = adId == null && !archived.isEmpty() ? archived.get(0).ad() : adId;
    try (DocumentStore store = backends.openStore(settings)) {
      Documents documents = new Documents(store);
      // The ad must be read first: the counter, read later, has every id that the ad no longer
      // lists as unsettled.
      ad = id == null ? null : documents.ad(id);
      counter = documents.counter(event.counterId());
      gaps = counter.gaps(event.sequence(), event.sequence());
      fate = fate(counter, event);
      for (Found each : archivedVerdicts) {
        EventId verdict = EventId.parse(each.eventId());
        Fate itsFate = fate(documents.counter(verdict.counterId()), verdict);
        verdicts.add(new FoundVerdict(each, itsFate, itsFate.isCounted()));
      }
    }
    if (!fate.isCounted()) {
      searchRejected();
    }
  }

  private void searchRejected() {
    try {
      boolean all =
          backends.readRejects(
              settings.broker(),
              line -> {
                if (line.text().contains("\"" + eventId + "\"")) {
                  rejected.add(
                      new RejectedJson(
                          line.reason(), line.detail(), line.rejectedAtMs(), line.text()));
                }
              });
      isQueueRead = true;
      notRejected =
          "not in the rejects queue" + (all ? "" : " as far as it is read: it is very long");
    } catch (IOException e) {
      notRejected = "the rejects queue could not be searched: " + e.getMessage();
    }
  }

  private Fate fate(CounterReading of, EventId event) {
    if (of.seen(event.sequence())) {
      return Fate.SETTLED;
    }
    Fate byAd =
        ad == null
            ? null
            : ad.decide(
                found ->
                    found.isUnsettled(event.counterId(), event.sequence()) ? Fate.UNSETTLED : null,
                absent -> null,
                blocked -> Fate.BLOCKED);
    if (byAd != null || of.blocked() != null) {
      return byAd == null ? Fate.BLOCKED : byAd;
    }
    List<Gap> in = of.gaps(event.sequence(), event.sequence());
    if (!in.isEmpty()) {
      return in.get(0).isWrittenOff() ? Fate.WRITTEN_OFF : Fate.MISSING;
    }
    return of.exists() ? Fate.ABOVE : Fate.UNKNOWN_COUNTER;
  }

  private void print(PrintStream out) {
    say("event %s: %s", eventId, fate.label);
    gaps.forEach(gap -> row("gap", DocumentText.gapText(gap, clock.millis())));
    if (counter.blocked() != null) {
      row("counter", "cannot be read: " + counter.blocked());
    } else if (counter.exists()) {
      String last = Texts.time(counter.lastEventAtMs()) + ", " + DocumentText.ending(counter);
      row("counter", "highest id " + (counter.next() - 1) + ", last event " + last);
    }
    row("archive", archiveText());
    Texts.first(isUnknown() ? brokenOff : archived.stream().map(Found::text).toList())
        .forEach(text -> row("", text));
    verdicts.forEach(each -> row("verdict", each.verdict().text() + ": " + each.fate().label));
    OtherFiles.print(files, out);
    row("ad", adText());
    for (RejectedJson line : rejected) {
      row("rejected", Texts.time(line.at()) + ": " + line.reason() + ": " + line.detail());
    }
    if (rejected.isEmpty() && notRejected != null) {
      row("rejected", notRejected);
    }
  }

  private void row(String name, String text) {
    say("  %-9s %s", name, text);
  }

  private String archiveText() {
    if (isUnknown()) {
      return "not found, but some files could not be read to their end:";
    }
    if (tableAtMs != null) {
      String table = "table of " + Texts.time(tableAtMs);
      return archived.isEmpty()
          ? "not in the " + table + ": clicks archive import reads what is new"
          : table;
    }
    if (files.files().isEmpty()) {
      return "not searched: name the archives after the event id";
    }
    return archived.isEmpty() ? "in none of the files" : "in the files";
  }

  private String adText() {
    return ad == null
        ? "unknown: name the archives, or use --ad"
        : ad.decide(
            this::adText,
            absent -> absent.adId() + " has no document",
            blocked -> blocked.adId() + " cannot be read: " + blocked.reason());
  }

  private String adText(AdReading.Found found) {
    AdTotals totals = found.totals();
    return "%s, %s: %s clicks, %s impressions, spent %s of %s; %s"
        .formatted(
            found.adId(),
            totals.state().label(),
            Texts.number(totals.clicks()),
            Texts.number(totals.impressions()),
            Texts.money(totals.spentMicros()),
            Texts.money(totals.budgetMicros()),
            fate.claim);
  }

  private Json.Fields json() {
    return Json.object()
        .with("eventId", eventId)
        .with("fate", fate)
        .with("counted", fate.isCounted())
        .with("gaps", Json.list(gaps, ReadingJson::gap))
        .with("places", archived.stream().map(found -> Map.of("text", found.text())).toList())
        .withAny("tableAt", tableAtMs)
        .withAny("verdicts", verdicts.isEmpty() ? null : verdicts)
        .with("adId", ad == null ? null : ad.adId())
        .with("filesPassedOver", OtherFiles.PassedOver.of(files))
        .with("rejectsLookedAt", isQueueRead)
        .with("rejected", rejected)
        .with("counter", ReadingJson.counter(counter))
        .withAny(
            "ad", ad == null ? null : ad.decide(ReadingJson::ad, absent -> null, blocked -> null));
  }
}
