package clickcounter.tools.inspect;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Json;
import clickcounter.cli.Terminal;
import clickcounter.cli.Texts;
import clickcounter.document.AdTotals;
import clickcounter.ids.Gap;
import clickcounter.jms.RejectedLine;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.store.DocumentStore;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.StoreCommand;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.documents.ReadingJson;
import clickcounter.tools.inspect.ArchivedEvent.EventId;
import clickcounter.tools.inspect.ArchivedEvent.Found;
import clickcounter.tools.table.FreshTable;
import clickcounter.tools.table.Table;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows what happened to one event, what the archives have of it, and what its ad's document says.",
      "",
      "An event is counted and settled, counted and not yet settled, missing, above its counter's"
          + " highest, written off, or rejected. Its ad is found in the archives, or named with"
          + " --ad. Verdicts on it that are in the archives are shown, too.",
      "",
      "Without PATH it asks the table of ops.table, if it is there, as it was after the last import."
          + " Otherwise it makes a temporary one of the files, and deletes it. A table does not know in"
          + " which file an event is: grep finds that."
    },
    exitCodeList = {
      "0:the event is counted",
      "1:the event is not counted",
      "3:or it is in no file, and a file could not be read to its end",
      "4:"
    },
    footerHeading = "%nExample:%n",
    footer = "  clicks events explain hostA-20260601_000000-k3f9xq:15 /var/log/clicks/hostA")
public final class ExplainCommand extends StoreCommand {

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

  private boolean isQueueRead;

  public ExplainCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal, backends, clock);
  }

  /** What can have happened to an event. */
  enum Fate {
    SETTLED("counted and settled", ExitCode.OK),
    UNSETTLED("counted, not yet settled", ExitCode.OK),
    MISSING("missing", ExitCode.MISSING),
    WRITTEN_OFF("written off", ExitCode.MISSING),
    ABOVE("not counted: above the counter's highest", ExitCode.MISSING),
    UNKNOWN_COUNTER("not counted: no event of its counter was ever settled", ExitCode.MISSING),
    BLOCKED("unknown: a document that may have counted it cannot be read", ExitCode.FAILED);

    final String label;
    final int status;

    Fate(String label, int status) {
      this.label = label;
      this.status = status;
    }

    boolean isCounted() {
      return status == ExitCode.OK;
    }

    @JsonValue
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A verdict on the event, and what happened to the verdict; as JSON has it. */
  private record FoundVerdict(@JsonUnwrapped Found verdict, Fate fate, boolean counted) {}

  /**
   * What is known of the event.
   *
   * @param gaps the gap that it is in, or none
   * @param ad null if it is not known which
   * @param rejected its lines in the queue of rejects
   * @param notRejected what to say if there are none; null if nobody looked for them
   */
  private record Findings(
      Fate fate,
      List<Gap> gaps,
      CounterReading counter,
      AdReading ad,
      List<FoundVerdict> verdicts,
      List<RejectedJson> rejected,
      String notRejected) {}

  private record RejectedJson(String reason, String detail, long at, String line) {}

  @Override
  protected int run() throws IOException {
    EventId event = EventId.parse(eventId);
    ArchivedEvent archived = archived(event);
    Findings findings = findings(event, archived);
    print(json(findings, archived), out -> print(findings, archived, out));
    return archived.isUnknown()
        ? ExitCode.FAILED
        : OtherFiles.status(findings.fate().status, files);
  }

  /** Asks the named archives; else the table, if there is one; else those of the setting. */
  private ArchivedEvent archived(EventId event) throws IOException {
    Optional<Path> root = settings.directory(OpsSettingsTable.TABLE).filter(Files::exists);
    if (paths.isEmpty() && root.isPresent()) {
      try (Table table = Table.open(root.get())) {
        tableAtMs = table.importedAtMs();
        return ArchivedEvent.of(table, event);
      }
    }
    List<Path> archives = settings.archivesIfAny(paths);
    if (archives.isEmpty()) {
      return ArchivedEvent.NONE;
    }
    files = ArchiveFiles.find(archives);
    try (FreshTable fresh = FreshTable.at(Optional.empty(), terminal)) {
      return ArchivedEvent.of(fresh.update(files, clock.millis()), event);
    }
  }

  private Findings findings(EventId event, ArchivedEvent archived) {
    String ad = adId == null && !archived.found().isEmpty() ? archived.found().get(0).ad() : adId;
    try (DocumentStore store = backends.openStore(settings)) {
      Documents documents = new Documents(store);
      // The ad must be read first: the counter, read later, has every id that the ad no longer
      // lists as unsettled.
      AdReading adReading = ad == null ? null : documents.ad(ad);
      CounterReading counter = documents.counter(event.counterId());
      Fate fate = fate(counter, adReading, event);
      List<FoundVerdict> verdicts = new ArrayList<>();
      for (Found verdict : archived.verdicts()) {
        EventId id = EventId.parse(verdict.eventId());
        Fate itsFate = fate(documents.counter(id.counterId()), adReading, id);
        verdicts.add(new FoundVerdict(verdict, itsFate, itsFate.isCounted()));
      }
      List<RejectedJson> rejected = new ArrayList<>();
      String notRejected = fate.isCounted() ? null : searchRejected(rejected);
      List<Gap> gaps = counter.gaps(event.sequence(), event.sequence());
      return new Findings(fate, gaps, counter, adReading, verdicts, rejected, notRejected);
    }
  }

  /** Returns what to say if nothing was found. */
  private String searchRejected(List<RejectedJson> found) {
    Consumer<RejectedLine> sink =
        line -> {
          if (line.text().contains("\"" + eventId + "\"")) {
            found.add(
                new RejectedJson(line.reason(), line.detail(), line.rejectedAtMs(), line.text()));
          }
        };
    try {
      boolean all = backends.readRejects(settings.broker(), sink);
      isQueueRead = true;
      return "not in the rejects queue" + (all ? "" : " as far as it is read: it is very long");
    } catch (IOException e) {
      return "the rejects queue could not be searched: " + e.getMessage();
    }
  }

  private static Fate fate(CounterReading counter, AdReading ad, EventId event) {
    if (counter.seen(event.sequence())) {
      return Fate.SETTLED;
    }
    Fate byAd = ad == null ? null : fate(ad, event);
    if (byAd != null || counter.blocked() != null) {
      return byAd == null ? Fate.BLOCKED : byAd;
    }
    List<Gap> gaps = counter.gaps(event.sequence(), event.sequence());
    if (!gaps.isEmpty()) {
      return gaps.get(0).isWrittenOff() ? Fate.WRITTEN_OFF : Fate.MISSING;
    }
    return counter.exists() ? Fate.ABOVE : Fate.UNKNOWN_COUNTER;
  }

  /** What the ad's document says of the event; null for nothing. */
  private static Fate fate(AdReading ad, EventId event) {
    return ad.decide(
        found -> found.isUnsettled(event.counterId(), event.sequence()) ? Fate.UNSETTLED : null,
        absent -> null,
        blocked -> Fate.BLOCKED);
  }

  private void print(Findings findings, ArchivedEvent archived, PrintStream out) {
    say("event %s: %s", eventId, findings.fate().label);
    findings.gaps().forEach(gap -> row("gap", DocumentText.gapText(gap, clock.millis())));
    CounterReading counter = findings.counter();
    if (counter.blocked() != null) {
      row("counter", "cannot be read: " + counter.blocked());
    } else if (counter.exists()) {
      String last = Texts.time(counter.lastEventAtMs()) + ", " + DocumentText.ending(counter);
      row("counter", "highest id " + (counter.next() - 1) + ", last event " + last);
    }
    row("archive", text(archived));
    List<String> details = archived.isUnknown() ? archived.brokenOff() : archived.texts();
    Texts.first(details).forEach(text -> row("", text));
    for (FoundVerdict each : findings.verdicts()) {
      row("verdict", each.verdict().text() + ": " + each.fate().label);
    }
    OtherFiles.print(files, out);
    row("ad", adText(findings));
    for (RejectedJson line : findings.rejected()) {
      row("rejected", Texts.time(line.at()) + ": " + line.reason() + ": " + line.detail());
    }
    if (findings.rejected().isEmpty() && findings.notRejected() != null) {
      row("rejected", findings.notRejected());
    }
  }

  private void row(String name, String text) {
    say("  %-9s %s", name, text);
  }

  private String text(ArchivedEvent archived) {
    if (archived.isUnknown()) {
      return "not found, but some files could not be read to their end:";
    }
    if (tableAtMs != null) {
      String table = "table of " + Texts.time(tableAtMs);
      return archived.found().isEmpty()
          ? "not in the " + table + ": clicks archive import reads what is new"
          : table;
    }
    if (files.files().isEmpty()) {
      return "not searched: name the archives after the event id";
    }
    return archived.found().isEmpty() ? "in none of the files" : "in the files";
  }

  private static String adText(Findings findings) {
    if (findings.ad() == null) {
      return "unknown: name the archives, or use --ad";
    }
    return findings
        .ad()
        .decide(
            found -> adText(findings.fate(), found),
            absent -> absent.adId() + " has no document",
            blocked -> blocked.adId() + " cannot be read: " + blocked.reason());
  }

  private static String adText(Fate fate, AdReading.Found found) {
    AdTotals totals = found.totals();
    String claim =
        switch (fate) {
          case SETTLED -> "includes the event";
          case UNSETTLED -> "includes the event and names it as unsettled";
          case BLOCKED -> "unknown whether it includes the event";
          default -> "does not include the event";
        };
    return "%s, %s: %s clicks, %s impressions, spent %s of %s; %s"
        .formatted(
            found.adId(),
            totals.state().label(),
            Texts.number(totals.clicks()),
            Texts.number(totals.impressions()),
            Texts.money(totals.spentMicros()),
            Texts.money(totals.budgetMicros()),
            claim);
  }

  private Json.Fields json(Findings findings, ArchivedEvent archived) {
    AdReading ad = findings.ad();
    List<FoundVerdict> verdicts = findings.verdicts();
    return Json.object()
        .with("eventId", eventId)
        .with("fate", findings.fate())
        .with("counted", findings.fate().isCounted())
        .with("gaps", Json.list(findings.gaps(), ReadingJson::gap))
        .with("places", archived.texts().stream().map(text -> Map.of("text", text)).toList())
        .withAny("tableAt", tableAtMs)
        .withAny("verdicts", verdicts.isEmpty() ? null : verdicts)
        .with("adId", ad == null ? null : ad.adId())
        .with("filesPassedOver", OtherFiles.PassedOver.of(files))
        .with("rejectsLookedAt", isQueueRead)
        .with("rejected", findings.rejected())
        .with("counter", ReadingJson.counter(findings.counter()))
        .withAny(
            "ad", ad == null ? null : ad.decide(ReadingJson::ad, absent -> null, blocked -> null));
  }
}
