package clickcounter.tools.audit;

import clickcounter.ids.LongRanges;
import clickcounter.tools.audit.AuditReport.BelowZero;
import clickcounter.tools.audit.AuditReport.Money;
import clickcounter.tools.audit.AuditReport.VerdictsFound;
import clickcounter.tools.common.Texts;
import clickcounter.tools.documents.AcceptedLosses.Loss;
import clickcounter.tools.table.AdSums.Difference;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** An audit's report for a person at a terminal. */
final class AuditText {
  private static final int MAX_SHOWN = 40;

  private final AuditReport report;
  private final int files;
  private final PrintStream out;

  /**
   * @param files how many there are
   */
  AuditText(AuditReport report, int files, PrintStream out) {
    this.report = report;
    this.files = files;
    this.out = out;
  }

  /** Prints all of it. */
  void print() {
    say(
        "%s of %s and %s in %s",
        Texts.count(report.events(), "event"),
        Texts.count(report.ads(), "ad"),
        Texts.count(report.counters().size(), "counter"),
        Texts.count(files, "file"));
    facts(report).forEach((name, fact) -> say("  %-9s %s", name, fact));
    printIds("Missing: in the archive, not counted", CounterFinding::missing);
    printRejected();
    printIds("In gaps, and in none of these files", CounterFinding::inNoFile);
    printIds("Counted, and in none of these files", CounterFinding::inNoArchive);
    printIds("Written off", CounterFinding::writtenOff);
    printAcceptedAsLost();
    printBelowZero();
    printWrongAds();
    printWrongCounters();
    printTroubles();
    printSpend();
    out.println(verdict(report));
  }

  /** What there is to say in one line each, by names. */
  static Map<String, String> facts(AuditReport report) {
    Map<String, String> facts = new LinkedHashMap<>();
    if (report.scope().ads()) {
      facts.put(
          "ads",
          "%s equal, %s correct except for missing events, %s wrong"
              .formatted(
                  Texts.number(report.equalAds()),
                  Texts.number(report.adsWithMissing()),
                  Texts.number(report.wrongAds().size())));
    }
    if (report.scope().counters()) {
      facts.put(
          "counters",
          "%s equal, %s wrong"
              .formatted(
                  Texts.number(report.equalCounters()), Texts.number(report.wrongCounters())));
    }
    facts.put(
        "events",
        "%s counted, %s missing, %s%s written off"
            .formatted(
                Texts.number(report.counted()),
                Texts.number(report.missing()),
                report.scope().hasAllIds() ? Texts.number(report.inNoFile()) + " in no file, " : "",
                Texts.number(report.writtenOff())));
    if (report.verdicts() != null && report.verdicts().total() > 0) {
      facts.put("verdicts", verdicts(report.verdicts()));
    }
    put(facts, "unsettled", report.unsettled(), "event", " counted, not yet settled");
    put(
        facts,
        "new",
        report.writtenMeanwhile(),
        "event",
        " written during the audit; %s of them still in flight and not judged"
            .formatted(Texts.number(report.underWay())));
    put(
        facts,
        "undecided",
        report.undecidedAds().size(),
        "ad",
        " could not be compared: " + first(report.undecidedAds()));
    put(
        facts,
        "blocked",
        report.cannotTell(),
        "event",
        " of counters whose documents cannot be read: unknown whether they are counted");
    put(
        facts,
        "unknown",
        report.unknownCounters().size(),
        "counter",
        " in Riak and in none of these files: " + first(report.unknownCounters()));
    return facts;
  }

  private static void put(
      Map<String, String> facts, String name, long count, String what, String said) {
    if (count > 0) {
      facts.put(name, Texts.count(count, what) + said);
    }
  }

  private static String verdicts(VerdictsFound found) {
    String others =
        found.notLookedUp() == 0
            ? ""
            : ", " + Texts.number(found.notLookedUp()) + " on clicks that are in none of the files";
    String list = found.wrong() == 0 ? "" : ": clicks archive check lists them";
    return "%s, %s wrong%s%s"
        .formatted(Texts.number(found.total()), Texts.number(found.wrong()), others, list);
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
                counter.reading().exists()
                    ? ""
                    : "  (no document: nothing of this counter was recorded)"));
  }

  private void printRejected() {
    if (report.rejected().isEmpty()) {
      return;
    }
    say(
        "Of these, rejected for their times: %s. Write them off, or mend the clock and the archive",
        Texts.count(report.rejectedEvents(), "event"));
    printFirst(
        List.copyOf(report.rejected().entrySet()),
        "counter",
        counter -> say("  %s: %s", counter.getKey(), Texts.ids(counter.getValue())));
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
    if (report.wrongAds().isEmpty()) {
      return;
    }
    say("Wrong: documents of %s", Texts.count(report.wrongAds().size(), "ad"));
    printFirst(
        report.wrongAds(),
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
            counter.reading().blocked() == null
                ? ""
                : ": cannot be read: " + counter.reading().blocked());
        printDifferences(counter.differences());
      }
    }
  }

  private void printTroubles() {
    if (report.troubles().total() > 0) {
      say("Unusable parts of the files: %s", Texts.number(report.troubles().total()));
      printFirst(report.troubles().kept(), "part", trouble -> out.println("  " + trouble));
    }
  }

  private void printSpend() {
    if (report.scope().ads()) {
      say("Spend: %s", spend(report));
    }
  }

  /** What it comes to in money. */
  static String spend(AuditReport report) {
    Money money = report.money();
    StringBuilder text = new StringBuilder(Texts.money(money.certainMicros()) + " is certain");
    if (money.atRiskMicros() > 0 || report.missing() > 0) {
      text.append(", the missing events will change it by " + Texts.money(money.atRiskMicros()));
    }
    if (money.unknownAtMostMicros() > 0) {
      text.append(
          ", events that are in no file add at most " + Texts.money(money.unknownAtMostMicros()));
    }
    if (money.wrongMicros() != 0 || !report.wrongAds().isEmpty()) {
      text.append(", wrong documents say " + Texts.money(money.wrongMicros()));
    }
    return text.toString();
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
        report.missing() > report.rejectedEvents()
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
