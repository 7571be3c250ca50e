package clickcounter.tools.inspect;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.event.AdEvent;
import clickcounter.event.CounterId;
import clickcounter.event.EventKind;
import clickcounter.ids.Gap;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.store.DocumentStore;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.Json;
import clickcounter.tools.common.OtherFiles;
import clickcounter.tools.common.RejectedLine;
import clickcounter.tools.common.StoreCommand;
import clickcounter.tools.common.Texts;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows what happened to one event, where it is in the archives, and what its ad's document says.",
      "",
      "An event is counted and settled, counted and not yet settled, missing, above its counter's"
          + " highest, written off, or rejected. Its ad is found in the archives, or named with"
          + " --ad. Verdicts on it that are in the archives are shown, too.",
      "",
      "Without PATH it asks the table of ops.table, if it is there, as it was after the last import."
          + " Otherwise it reads the files."
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

  public ExplainCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal, backends, clock);
  }

  /** What can have happened to an event. JSON has the names in lower case. */
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
  }

  /** A verdict on the event, and what happened to the verdict. */
  private record FoundVerdict(AdEvent verdict, Fate fate) {
    String text() {
      return "%s %s by %s (%s), event %s: %s"
          .formatted(
              verdict.kind() == EventKind.INVALIDATION ? "invalidated" : "reinstated",
              Texts.time(verdict.timestampMs()),
              verdict.judgement().author(),
              verdict.judgement().reason(),
              verdict.eventId(),
              fate.label);
    }

    Json.Fields json() {
      return Json.object()
          .with("eventId", verdict.eventId())
          .with("type", verdict.kind().type())
          .with("author", verdict.judgement().author())
          .with("reason", verdict.judgement().reason())
          .with("at", verdict.timestampMs())
          .with("fate", fate.name().toLowerCase(Locale.ROOT))
          .with("counted", fate.isCounted());
    }
  }

  private record Findings(
      Fate fate,
      Gap gap,
      CounterReading counter,
      AdReading ad,
      ArchivedEvent archived,
      List<FoundVerdict> verdicts,
      Rejected rejected) {}

  /**
   * The event's lines in the queue of rejects.
   *
   * @param looked whether the queue could be searched
   * @param note why it could not, or how much of it was searched
   */
  private record Rejected(boolean looked, String note, List<RejectedLine> lines) {
    static final Rejected NOT_LOOKED = new Rejected(false, "", List.of());
  }

  @Override
  protected int run() throws IOException {
    int colon = eventId.lastIndexOf(':');
    String counterId = colon < 0 ? "" : eventId.substring(0, colon);
    if (CounterId.fault(counterId).isPresent()
        || !eventId.substring(colon + 1).matches("\\d{1,16}")) {
      throw new IllegalArgumentException(
          "expected an event id such as hostA-20131030_152543:15, got '" + eventId + "'");
    }
    Findings findings = findings(counterId, Long.parseLong(eventId.substring(colon + 1)));
    print(json(findings), out -> print(findings, out));
    return findings.archived().isPlaceUnknown()
        ? ExitCode.FAILED
        : OtherFiles.status(findings.fate().status, findings.archived().files());
  }

  private Findings findings(String counterId, long sequence) throws IOException {
    ArchivedEvent archived = archived(counterId, sequence);
    String ad = adId;
    if (ad == null && !archived.places().isEmpty() && !archived.places().get(0).adId().isEmpty()) {
      ad = archived.places().get(0).adId();
    }
    try (DocumentStore store = backends.openStore(settings)) {
      Documents documents = new Documents(store);
      // The ad must be read first: the counter, read later, has every id that the ad no longer
      // lists as unsettled.
      AdReading adReading = ad == null ? null : documents.ad(ad);
      CounterReading counter = documents.counter(counterId);
      Gap gap = gap(counter, sequence);
      Fate fate = fate(counter, gap, adReading, sequence);
      Rejected rejected = fate.isCounted() ? Rejected.NOT_LOOKED : rejected();
      List<FoundVerdict> verdicts =
          archived.verdicts().stream()
              .map(verdict -> new FoundVerdict(verdict, fate(documents, adReading, verdict)))
              .toList();
      return new Findings(fate, gap, counter, adReading, archived, verdicts, rejected);
    }
  }

  /** Of the named archives; else of the table, if there is one; else of those of the setting. */
  private ArchivedEvent archived(String counterId, long sequence) throws IOException {
    Optional<Path> table = settings.directory(null, OpsSettingsTable.TABLE).filter(Files::exists);
    if (paths.isEmpty() && table.isPresent()) {
      return ArchivedEvent.ofTable(table.get(), counterId, sequence);
    }
    List<Path> archives = settings.archivesIfAny(paths);
    ArchiveFiles files = archives.isEmpty() ? ArchiveFiles.NONE : ArchiveFiles.find(archives);
    return ArchivedEvent.ofFiles(files, counterId, sequence, terminal);
  }

  private Rejected rejected() {
    List<RejectedLine> lines = new ArrayList<>();
    Consumer<RejectedLine> sink =
        line -> {
          if (line.text().contains("\"" + eventId + "\"")) {
            lines.add(line);
          }
        };
    try {
      boolean all = backends.readRejects(settings.broker(), sink);
      return new Rejected(true, all ? "" : " as far as it is read: it is very long", lines);
    } catch (IOException e) {
      return new Rejected(
          false, "the rejects queue could not be searched: " + e.getMessage(), List.of());
    }
  }

  private static Fate fate(Documents documents, AdReading ad, AdEvent verdict) {
    CounterReading counter = documents.counter(verdict.counterId());
    return fate(counter, gap(counter, verdict.sequence()), ad, verdict.sequence());
  }

  private static Gap gap(CounterReading counter, long sequence) {
    return counter.gaps().gaps().stream()
        .filter(gap -> gap.from() <= sequence && sequence <= gap.to())
        .findFirst()
        .orElse(null);
  }

  private static Fate fate(CounterReading counter, Gap gap, AdReading ad, long sequence) {
    if (counter.seen(sequence)) {
      return Fate.SETTLED;
    }
    Fate byAd = ad == null ? null : fate(ad, counter.counterId(), sequence);
    if (byAd != null) {
      return byAd;
    }
    if (counter.blocked() != null) {
      return Fate.BLOCKED;
    }
    if (gap != null) {
      return gap.isWrittenOff() ? Fate.WRITTEN_OFF : Fate.MISSING;
    }
    return counter.exists() ? Fate.ABOVE : Fate.UNKNOWN_COUNTER;
  }

  /** What the ad's document says of the event; null for nothing. */
  private static Fate fate(AdReading ad, String counterId, long sequence) {
    return ad.decide(
        found -> found.isUnsettled(counterId, sequence) ? Fate.UNSETTLED : null,
        absent -> null,
        blocked -> Fate.BLOCKED);
  }

  private void print(Findings findings, PrintStream out) {
    say("event %s: %s", eventId, findings.fate().label);
    if (findings.gap() != null) {
      out.println("  gap       " + DocumentText.gapText(findings.gap(), clock.millis()));
    }
    CounterReading counter = findings.counter();
    if (counter.exists() && counter.blocked() == null) {
      say(
          "  counter   highest id %d, last event %s, %s",
          counter.next() - 1, Texts.time(counter.lastEventAtMs()), DocumentText.ending(counter));
    }
    if (counter.blocked() != null) {
      out.println("  counter   cannot be read: " + counter.blocked());
    }
    printPlaces(findings.archived());
    findings.verdicts().forEach(verdict -> out.println("  verdict   " + verdict.text()));
    OtherFiles.print(findings.archived().files(), out);
    Troubles troubles = findings.archived().troubles();
    Texts.print(troubles.kept(), troubles.total(), out);
    printAd(findings);
    printRejected(findings.rejected());
  }

  private void printRejected(Rejected rejected) {
    for (RejectedLine line : rejected.lines()) {
      say("  rejected  %s: %s: %s", Texts.time(line.rejectedAtMs()), line.reason(), line.detail());
    }
    if (rejected.looked() && rejected.lines().isEmpty()) {
      say("  rejected  not in the rejects queue" + rejected.note());
    } else if (!rejected.note().isEmpty()) {
      say("  rejected  " + rejected.note());
    }
  }

  private void printPlaces(ArchivedEvent archived) {
    String table =
        archived.tableAtMs() == null ? null : "table of " + Texts.time(archived.tableAtMs());
    if (archived.isPlaceUnknown()) {
      say("  archive   not found, but some files could not be read to their end");
    } else if (archived.places().isEmpty() && table != null) {
      say("  archive   not in the %s: clicks archive import reads what is new", table);
    } else if (archived.places().isEmpty()) {
      say(
          archived.files().files().isEmpty()
              ? "  archive   not searched: name the archives after the event id"
              : "  archive   in none of the files");
    }
    for (ArchivedEvent.Place place : archived.places()) {
      say("  archive   " + (table == null ? place.file() + ":" + place.line() : table));
      say("            " + place.text());
    }
  }

  private static Json.Fields json(ArchivedEvent.Place place) {
    return Json.object()
        .with("file", place.file())
        .with("line", place.line())
        .with("text", place.text());
  }

  private void printAd(Findings findings) {
    if (findings.ad() == null) {
      say("  ad        unknown: name the archives, or use --ad");
      return;
    }
    String text =
        findings
            .ad()
            .decide(
                found -> adText(findings, found),
                absent -> absent.adId() + " has no document",
                blocked -> blocked.adId() + " cannot be read: " + blocked.reason());
    say("  ad        " + text);
  }

  private static String adText(Findings findings, AdReading.Found found) {
    return String.format(
        Locale.ROOT,
        "%s, %s: %s clicks, %s impressions, spent %s of %s; %s",
        found.adId(),
        found.totals().state().label(),
        Texts.number(found.totals().clicks()),
        Texts.number(found.totals().impressions()),
        Texts.money(found.totals().spentMicros()),
        Texts.money(found.totals().budgetMicros()),
        adClaim(findings));
  }

  private static String adClaim(Findings findings) {
    if (findings.fate() == Fate.UNSETTLED) {
      return "includes the event and names it as unsettled";
    }
    if (findings.fate() == Fate.BLOCKED) {
      return "unknown whether it includes the event";
    }
    return findings.fate().isCounted() ? "includes the event" : "does not include the event";
  }

  private Json.Fields json(Findings findings) {
    AdReading ad = findings.ad();
    return Json.object()
        .with("eventId", eventId)
        .with("fate", findings.fate().name().toLowerCase(Locale.ROOT))
        .with("counted", findings.fate().isCounted())
        .with("gaps", Json.list(Stream.ofNullable(findings.gap()).toList(), Json::gap))
        .with("places", Json.list(findings.archived().places(), ExplainCommand::json))
        .withAny("tableAt", findings.archived().tableAtMs())
        .withAny(
            "verdicts",
            findings.verdicts().isEmpty()
                ? null
                : Json.list(findings.verdicts(), FoundVerdict::json))
        .with("adId", ad == null ? null : ad.adId())
        .with("filesPassedOver", Json.PassedOverJson.of(findings.archived().files()))
        .with("rejectsLookedAt", findings.rejected().looked())
        .with("rejected", Json.list(findings.rejected().lines(), ExplainCommand::json))
        .with("counter", Json.counter(findings.counter()))
        .withAny(
            "ad",
            ad == null ? null : ad.<Json.Fields>decide(Json::ad, absent -> null, blocked -> null));
  }

  private static Json.Fields json(RejectedLine line) {
    return Json.object()
        .with("reason", line.reason())
        .with("detail", line.detail())
        .with("at", line.rejectedAtMs())
        .with("line", line.text());
  }
}
