package clickcounter.tools.audit;

import clickcounter.ids.LongRanges;
import clickcounter.tools.audit.AuditReport.BelowZero;
import clickcounter.tools.audit.AuditReport.Money;
import clickcounter.tools.audit.AuditReport.VerdictsFound;
import clickcounter.tools.common.Texts;
import clickcounter.tools.documents.AcceptedLosses.Loss;
import clickcounter.tools.table.AdSums.Difference;
import java.io.PrintStream;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An audit's report for a person, line by line. */
final class AuditText {
  private static final int MOST_IN_A_LINE = 5;

  private final AuditReport report;
  private final int files;
  private final int mostShown;
  private final UnaryOperator<String> escaped;
  private final BinaryOperator<String> linked;
  private final Consumer<String> out;

  /**
   * @param files how many there are
   * @param mostShown how many ads, counters and so on of a kind
   * @param escaped makes a text one that can stand in a line
   * @param linked makes what stands for an id, from what it is of and the id
   */
  AuditText(
      AuditReport report,
      int files,
      int mostShown,
      UnaryOperator<String> escaped,
      BinaryOperator<String> linked,
      Consumer<String> out) {
    this.report = report;
    this.files = files;
    this.mostShown = mostShown;
    this.escaped = escaped;
    this.linked = linked;
    this.out = out;
  }

  /** For a terminal. */
  static void print(AuditReport report, int files, PrintStream out) {
    new AuditText(report, files, 40, text -> text, (of, id) -> id, out::println).print();
    out.println(verdict(report));
  }

  /** Prints all of it but the verdict. */
  void print() {
    say(
        "%s of %s and %s in %s",
        Texts.count(report.events(), "event"),
        Texts.count(report.ads(), "ad"),
        Texts.count(report.counters().size(), "counter"),
        Texts.count(files, "file"));
    printCounts();
    printIds("Missing: in the archive, not counted", CounterFinding::missing);
    printIds("Of these, rejected for their times", CounterFinding::rejected);
    printIds("In gaps, and in none of these files", CounterFinding::inNoFile);
    printIds("Counted, and in none of these files", CounterFinding::inNoArchive);
    printIds("Written off", CounterFinding::writtenOff);
    printAcceptedAsLost();
    if (!report.belowZero().isEmpty()) {
      say(
          "Below zero: %s. Verdicts are counted, and their clicks are not",
          Texts.count(report.belowZero().size(), "ad"));
      printFirst(report.belowZero(), "ad", this::printBelowZero);
    }
    printWrongAds();
    printWrongCounters();
    if (report.troubles().total() > 0) {
      say("Unusable parts of the files: %s", Texts.number(report.troubles().total()));
      printFirst(report.troubles().kept(), "part", trouble -> say("  %s", trouble));
    }
    printSpend();
  }

  private void printCounts() {
    if (report.scope().ads()) {
      say(
          "  ads       %s equal, %s correct except for missing events, %s wrong",
          Texts.number(report.equalAds()),
          Texts.number(report.adsWithMissing()),
          Texts.number(report.wrongAds().size()));
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
    printVerdicts();
    sayIfAny(report.unsettled(), "event", " counted, not yet settled");
    sayIfAny(
        report.writtenMeanwhile(),
        "event",
        " written during the audit; %s of them still in flight and not judged"
            .formatted(Texts.number(report.underWay())));
    sayIfAny("ad", report.undecidedAds(), " could not be compared: ");
    sayIfAny(
        report.cannotTell(),
        "event",
        " of counters whose documents cannot be read: unknown whether they are counted");
    sayIfAny("counter", report.unknownCounters(), " in Riak and in none of these files: ");
  }

  private void sayIfAny(String of, List<String> ids, String said) {
    if (!ids.isEmpty()) {
      say("  %s%s%s", Texts.count(ids.size(), of), said, new Ids(of, ids));
    }
  }

  private void sayIfAny(long count, String what, String said) {
    if (count > 0) {
      say("  %s%s", Texts.count(count, what), said);
    }
  }

  private void printVerdicts() {
    VerdictsFound found = report.verdicts();
    if (found != null && found.total() > 0) {
      say(
          "  verdicts  %s, %s wrong%s%s",
          Texts.number(found.total()),
          Texts.number(found.wrong()),
          found.notLookedUp() == 0
              ? ""
              : ", %s on clicks that are in none of the files"
                  .formatted(Texts.number(found.notLookedUp())),
          found.wrong() == 0 ? "" : ": clicks archive check lists them");
    }
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
                new Id("counter", counter.counterId()),
                Texts.ids(ids.apply(counter)),
                counter.reading().exists()
                    ? ""
                    : "  (no document: nothing of this counter was recorded)"));
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
                new Id("counter", loss.counterId()),
                Texts.range(loss.from(), loss.to()),
                loss.reason()));
  }

  private void printBelowZero(BelowZero ad) {
    say(
        "  ad %s: clicks %s, cost %s",
        new Id("ad", ad.adId()), Texts.number(ad.clicks()), Texts.money(ad.costMicros()));
  }

  private record Id(String of, String text) {}

  private record Ids(String of, List<String> all) {}

  private void say(String line, Object... values) {
    out.accept(String.format(line, Stream.of(values).map(this::shown).toArray()));
  }

  private String shown(Object value) {
    if (value instanceof Id id) {
      return linked.apply(id.of(), id.text());
    }
    if (value instanceof Ids ids) {
      String first =
          ids.all().stream()
              .limit(MOST_IN_A_LINE)
              .map(id -> linked.apply(ids.of(), id))
              .collect(Collectors.joining(", "));
      return ids.all().size() > MOST_IN_A_LINE ? first + ", …" : first;
    }
    return escaped.apply(value.toString());
  }

  private <T> void printFirst(List<T> all, String what, Consumer<T> each) {
    all.stream().limit(mostShown).forEach(each);
    if (all.size() > mostShown) {
      say("  … and %s more (--json lists them)", Texts.count(all.size() - mostShown, what));
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
          say("  ad %s%s", new Id("ad", ad.adId()), remark(ad));
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
    differences.forEach(difference -> say("    %s", difference));
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
            new Id("counter", counter.counterId()),
            counter.reading().blocked() == null
                ? ""
                : ": cannot be read: " + counter.reading().blocked());
        printDifferences(counter.differences());
      }
    }
  }

  private void printSpend() {
    Money money = report.money();
    if (!report.scope().ads()) {
      return;
    }
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
    say("Spend: %s", text);
  }

  /** What is still on the queue is not missing for good. */
  private static String missing(AuditReport report) {
    long messages = report.queue().messages();
    if (messages > 0) {
      return ("%s or more %s still on the queue, so these events may only be late: run the audit"
              + " again with --until-counted.")
          .formatted(Texts.count(messages, "message"), messages == 1 ? "is" : "are");
    }
    String remedy = "Replay the archive with --only-missing.";
    if (report.missing() == 0) {
      remedy =
          "The missing events are in none of these files: find their archive, or write them off"
              + " (counters write-off).";
    } else if (report.missing() == report.rejected()) {
      remedy = "No replay counts the missing events, because of their times.";
    }
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
