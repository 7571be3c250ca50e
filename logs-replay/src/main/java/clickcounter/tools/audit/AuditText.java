package clickcounter.tools.audit;

import clickcounter.ids.LongRanges;
import clickcounter.tools.audit.AuditReport.AdFinding;
import clickcounter.tools.audit.AuditReport.BelowZero;
import clickcounter.tools.audit.AuditReport.CounterFinding;
import clickcounter.tools.audit.AuditReport.Difference;
import clickcounter.tools.audit.AuditReport.Money;
import clickcounter.tools.audit.AuditReport.VerdictsFound;
import clickcounter.tools.common.Texts;
import clickcounter.tools.documents.AcceptedLosses.Loss;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** An audit's report for a person at a terminal. */
public final class AuditText {
  private static final int MAX_SHOWN = 40;

  private final AuditReport report;
  private final PrintStream out;

  public AuditText(AuditReport report, PrintStream out) {
    this.report = report;
    this.out = out;
  }

  /** Prints all of it. */
  public void print() {
    say(
        "%s of %s and %s in %s",
        Texts.count(report.events(), "event"),
        Texts.count(report.ads(), "ad"),
        Texts.count(report.counters().size(), "counter"),
        Texts.count(report.files(), "file"));
    printCounts();
    printIds("Missing: in the archive, not counted", CounterFinding::missing);
    printIds("In gaps, and in none of these files", CounterFinding::inNoFile);
    printIds("Counted, and in none of these files", CounterFinding::inNoArchive);
    printIds("Written off", CounterFinding::writtenOff);
    printAcceptedAsLost();
    printBelowZero();
    printWrongAds();
    printWrongCounters();
    Texts.print(report.troubles(), report.troubleCount(), out);
    printMoney();
    out.println(verdict(report));
  }

  private void printCounts() {
    if (report.scope().ads()) {
      say(
          "  ads       %s equal, %s correct except for missing events, %s wrong",
          Texts.number(report.equalAds()),
          Texts.number(report.adsWithMissing()),
          Texts.number(report.wrongAds()));
    }
    if (report.scope().counters()) {
      say(
          "  counters  %s equal, %s wrong",
          Texts.number(report.equalCounters()), Texts.number(report.wrongCounters()));
    }
    say(
        "  events    %s counted, %s missing, %s%s written off",
        Texts.number(report.counted()),
        Texts.number(report.missing()),
        report.scope().hasAllIds() ? Texts.number(report.inNoFile()) + " in no file, " : "",
        Texts.number(report.writtenOff()));
    verdicts(report).ifPresent(verdicts -> out.println("  verdicts  " + verdicts));
    if (report.repeatedLines() > 0) {
      say("  %s repeat an event of an earlier line", Texts.count(report.repeatedLines(), "line"));
    }
    if (report.unsettled() > 0) {
      say("  %s counted, not yet settled", Texts.count(report.unsettled(), "event"));
    }
    if (report.writtenMeanwhile() > 0) {
      say(
          "  %s written during the audit; %s of them still in flight and not judged",
          Texts.count(report.writtenMeanwhile(), "event"), Texts.number(report.underWay()));
    }
    if (!report.undecidedAds().isEmpty()) {
      say(
          "  %s could not be compared: %s",
          Texts.count(report.undecidedAds().size(), "ad"), first(report.undecidedAds()));
    }
    if (report.cannotTell() > 0) {
      say(
          "  %s of counters whose documents cannot be read: unknown whether they are " + "counted",
          Texts.count(report.cannotTell(), "event"));
    }
    if (!report.unknownCounters().isEmpty()) {
      say(
          "  %s in Riak and in none of these files: %s",
          Texts.count(report.unknownCounters().size(), "counter"), first(report.unknownCounters()));
    }
  }

  private static String first(List<String> ids) {
    String text = String.join(", ", ids.subList(0, Math.min(5, ids.size())));
    return ids.size() > 5 ? text + ", …" : text;
  }

  private void printIds(String title, Function<CounterFinding, LongRanges> ids) {
    List<CounterFinding> found =
        report.counters().stream().filter(c -> !ids.apply(c).isEmpty()).toList();
    if (found.isEmpty()) {
      return;
    }
    long total = found.stream().mapToLong(c -> ids.apply(c).size()).sum();
    say("%s: %s", title, Texts.count(total, "event"));
    printFirst(
        found,
        "counter",
        counter ->
            say(
                "  %s: %s%s",
                counter.counterId(),
                Texts.ids(ids.apply(counter)),
                counter.exists() ? "" : "  (no document: nothing of this counter was recorded)"));
  }

  private void printAcceptedAsLost() {
    List<Loss> losses = report.acceptedAsLost();
    if (losses.isEmpty()) {
      return;
    }
    long events = losses.stream().mapToLong(loss -> loss.to() - loss.from() + 1).sum();
    say("Accepted as lost: %s", Texts.count(events, "event"));
    printFirst(
        losses,
        "range",
        loss ->
            say(
                "  %s: %s, %s",
                loss.counterId(), Texts.range(loss.from(), loss.to()), loss.reason()));
  }

  private void printBelowZero() {
    List<BelowZero> ads = report.belowZero();
    if (ads.isEmpty()) {
      return;
    }
    say(
        "Below zero: %s. Verdicts are counted, and their clicks are not",
        Texts.count(ads.size(), "ad"));
    printFirst(ads, "ad", ad -> out.println("  " + belowZero(ad)));
  }

  static String belowZero(BelowZero ad) {
    return "ad %s: clicks %s, cost %s"
        .formatted(ad.adId(), Texts.number(ad.clicks()), Texts.money(ad.costMicros()));
  }

  /** How many verdicts there are and are wrong; empty if there are none, or none were checked. */
  static Optional<String> verdicts(AuditReport report) {
    VerdictsFound found = report.verdicts();
    if (found == null || found.total() == 0) {
      return Optional.empty();
    }
    String others =
        found.notLookedUp() == 0
            ? ""
            : ", " + Texts.number(found.notLookedUp()) + " on clicks that are in none of the files";
    String list = found.wrong() == 0 ? "" : ": clicks archive check lists them";
    return Optional.of(
        "%s, %s wrong%s%s"
            .formatted(Texts.number(found.total()), Texts.number(found.wrong()), others, list));
  }

  private void say(String line, Object... values) {
    out.println(String.format(Locale.ROOT, line, values));
  }

  private <T> void printFirst(List<T> all, String what, Consumer<T> each) {
    all.stream().limit(MAX_SHOWN).forEach(each);
    if (all.size() > MAX_SHOWN) {
      say("  … and %s more (--json lists them)", Texts.count(all.size() - MAX_SHOWN, what));
    }
  }

  private void printWrongAds() {
    if (report.wrongAds() == 0) {
      return;
    }
    say("Wrong: documents of %s", Texts.count(report.wrongAds(), "ad"));
    printFirst(
        report.adFindings(),
        "ad",
        ad -> {
          say("  ad %s%s", ad.adId(), remark(ad));
          printDifferences(ad.differences());
        });
  }

  private static String remark(AdFinding ad) {
    if (ad.blocked() != null) {
      return ": cannot be read: " + ad.blocked();
    }
    String missing =
        ad.missingEvents() == 0
            ? ""
            : " (" + Texts.count(ad.missingEvents(), "missing event") + " not included)";
    return ad.exists() ? missing : ": no document" + missing;
  }

  private void printDifferences(List<Difference> differences) {
    differences.forEach(difference -> out.println("    " + difference));
  }

  private void printWrongCounters() {
    if (report.wrongCounters() == 0) {
      return;
    }
    say("Wrong: documents of %s", Texts.count(report.wrongCounters(), "counter"));
    for (CounterFinding counter : report.counters()) {
      if (counter.isWrong()) {
        say(
            "  counter %s%s",
            counter.counterId(),
            counter.blocked() == null ? "" : ": cannot be read: " + counter.blocked());
        printDifferences(counter.differences());
      }
    }
  }

  private void printMoney() {
    if (!report.scope().ads() || report.money() == null) {
      return;
    }
    Money money = report.money();
    out.printf(Locale.ROOT, "Spend: %s is certain", Texts.money(money.certainMicros()));
    if (money.atRiskMicros() > 0 || report.missing() > 0) {
      out.printf(
          Locale.ROOT,
          ", the missing events will change it by %s",
          Texts.money(money.atRiskMicros()));
    }
    if (money.unknownAtMostMicros() > 0) {
      out.printf(
          Locale.ROOT,
          ", events that are in no file add at most %s",
          Texts.money(money.unknownAtMostMicros()));
    }
    if (money.wrongMicros() != 0 || report.wrongAds() > 0) {
      out.printf(Locale.ROOT, ", wrong documents say %s", Texts.money(money.wrongMicros()));
    }
    out.println();
  }

  /** What is still on the queue is not missing for good. */
  private static String missing(AuditReport report) {
    long messages = report.queue().messages();
    if (messages > 0) {
      return ("%s or more %s still on the queue, so these events may only be late: run the audit"
              + " again with --until-counted.")
          .formatted(Texts.count(messages, "message"), messages == 1 ? "is" : "are");
    }
    String remedy =
        report.missing() > 0
            ? "Replay the archive with --only-missing."
            : "The missing events are in none of these files: find their archive, or write them off"
                + " (counters write-off).";
    return report.queue().notKnown() == null
        ? remedy
        : "%s Whether messages are still on the queue is not known: %s."
            .formatted(remedy, report.queue().notKnown());
  }

  /** The verdict in a sentence. */
  static String verdict(AuditReport report) {
    if (report.noVerdict() != null) {
      return "NO VERDICT: " + report.noVerdict();
    }
    return switch (report.verdict()) {
      case EQUAL -> "EQUAL: every document matches the archive.";
      case MISSING -> "MISSING EVENTS, no wrong counts. " + missing(report);
      case UNDECIDED ->
          "NOT DECIDED, no wrong counts found: "
              + (report.cannotTell() > 0
                  ? "documents of counters cannot be "
                      + "read, so it is unknown which of their events are counted. Repair those "
                      + "first (counters show ID)."
                  : "some ads changed faster than they could be"
                      + " compared. Run the audit again, or with less traffic.");
      case WRONG -> wrong(report);
    };
  }

  private static String wrong(AuditReport report) {
    if (report.isWrongInVerdictsOnly()) {
      return "WRONG VERDICTS: "
          + Texts.count(report.verdicts().wrong(), "verdict")
          + " on no such click, or on one that is taken back already. No document differs from the"
          + " archive, so they are counted like that: clicks archive check says which they are, and"
          + " which verdicts put them right.";
    }
    return report.inNoArchive() > 0
        ? "WRONG COUNTS, but some counted events are in none of these files: name "
            + "all archives before you trust this result, also those of other hosts, and the "
            + "files themselves, not copies that lag. "
            + "To compare only some, use --ad or --counter."
        : "WRONG COUNTS: documents differ from the archive, and missing events do "
            + "not explain it.";
  }
}
