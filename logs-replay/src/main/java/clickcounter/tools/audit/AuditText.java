package clickcounter.tools.audit;

import clickcounter.tools.audit.AuditReport.Ads;
import clickcounter.tools.audit.AuditReport.Counters;
import clickcounter.tools.audit.AuditReport.Events;
import clickcounter.tools.audit.AuditReport.Money;
import clickcounter.tools.audit.AuditReport.VerdictsFound;
import clickcounter.tools.audit.CounterFinding.Fate;
import clickcounter.tools.common.Texts;
import clickcounter.tools.table.AdSums.Difference;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An audit's report for a person, line by line. */
final class AuditText {
  private static final int MOST_IN_A_LINE = 5;

  private final AuditReport report;
  private final int mostShown;
  private final BinaryOperator<String> shown;
  private final List<String> lines = new ArrayList<>();

  private AuditText(AuditReport report, int mostShown, BinaryOperator<String> shown) {
    this.report = report;
    this.mostShown = mostShown;
    this.shown = shown;
  }

  /** For a terminal. */
  static void print(AuditReport report, PrintStream out) {
    lines(report, 40, (of, text) -> text).forEach(out::println);
    out.println(verdict(report));
  }

  /**
   * All of it but the verdict.
   *
   * @param mostShown how many ads, counters and so on of a kind
   * @param shown makes what stands in a line, from what an id is of and the id; another text is of
   *     nothing, which is empty
   */
  static List<String> lines(AuditReport report, int mostShown, BinaryOperator<String> shown) {
    AuditText text = new AuditText(report, mostShown, shown);
    text.say();
    return text.lines;
  }

  private void say() {
    say(
        "%s of %s and %s in %s",
        Texts.count(report.events().events(), "event"),
        Texts.count(report.ads().total(), "ad"),
        Texts.count(report.counters().total(), "counter"),
        Texts.count(report.files(), "file"));
    sayCounts();
    sayNumbers("Missing: in the archive, not counted", Fate.MISSING);
    sayNumbers("Of these, rejected for their times", Fate.REJECTED);
    sayNumbers("In gaps, and in none of these files", Fate.IN_NO_FILE);
    sayNumbers("Counted, and in none of these files", Fate.IN_NO_ARCHIVE);
    sayNumbers("Written off", Fate.WRITTEN_OFF);
    sayFindings();
    if (report.ads().compared()) {
      saySpend();
    }
  }

  private void sayCounts() {
    Events events = report.events();
    Ads ads = report.ads();
    Counters counters = report.counters();
    if (ads.compared()) {
      say(
          "  ads       %s equal, %s correct except for missing events, %s wrong",
          ads.equal(), ads.withMissing(), ads.wrong());
    }
    if (counters.compared()) {
      say("  counters  %s equal, %s wrong", counters.equal(), counters.wrong());
    }
    say(
        "  events    %s counted, %s missing, %s%s written off",
        events.counted(),
        events.missing(),
        events.inNoFile() == null ? "" : Texts.number(events.inNoFile()) + " in no file, ",
        events.writtenOff());
    VerdictsFound found = report.verdicts();
    if (found != null && found.total() > 0) {
      String elsewhere =
          Texts.number(found.notLookedUp()) + " on clicks that are in none of the files";
      say(
          "  verdicts  %s, %s wrong%s%s",
          found.total(),
          found.wrong(),
          found.notLookedUp() == 0 ? "" : ", " + elsewhere,
          found.wrong() == 0 ? "" : ": clicks archive check lists them");
    }
    sayIfAny(events.unsettled(), " counted, not yet settled");
    sayIfAny(
        events.writtenMeanwhile(),
        " written during the audit; %s of them still in flight and not judged"
            .formatted(Texts.number(events.underWay())));
    sayIfAny("ad", ads.undecided(), " could not be compared: ");
    sayIfAny(
        events.cannotTell(),
        " of counters whose documents cannot be read: unknown whether they are counted");
    sayIfAny("counter", counters.unknown(), " in Riak and in none of these files: ");
  }

  private void sayIfAny(String of, List<String> ids, String said) {
    if (!ids.isEmpty()) {
      say("  %s%s%s", Texts.count(ids.size(), of), said, new Ids(of, ids));
    }
  }

  private void sayIfAny(long events, String said) {
    if (events > 0) {
      say("  %s%s", Texts.count(events, "event"), said);
    }
  }

  private void sayNumbers(String title, Fate fate) {
    List<CounterFinding> found =
        report.counters().findings().stream().filter(counter -> counter.has(fate)).toList();
    long total = found.stream().mapToLong(counter -> counter.of(fate).size()).sum();
    sayFirst(
        title + ": " + Texts.count(total, "event"),
        found,
        "counter",
        counter ->
            say(
                "  %s: %s%s",
                new Ids("counter", counter.counterId()),
                Texts.ids(counter.of(fate)),
                counter.reading().exists()
                    ? ""
                    : "  (no document: nothing of this counter was recorded)"));
  }

  private void sayFindings() {
    long lost =
        report.acceptedAsLost().stream().mapToLong(loss -> loss.to() - loss.from() + 1).sum();
    sayFirst(
        "Accepted as lost: " + Texts.count(lost, "event"),
        report.acceptedAsLost(),
        "range",
        loss ->
            say(
                "  %s: %s, %s",
                new Ids("counter", loss.counterId()),
                Texts.range(loss.from(), loss.to()),
                loss.reason()));
    sayFirst(
        "Below zero: %s. Verdicts are counted, and their clicks are not"
            .formatted(Texts.count(report.belowZero().size(), "ad")),
        report.belowZero(),
        "ad",
        ad ->
            say(
                "  ad %s: clicks %s, cost %s",
                new Ids("ad", ad.adId()), ad.clicks(), Texts.money(ad.costMicros())));
    sayWrong("ad", report.ads().findings(), this::sayWrongAd);
    if (report.counters().wrong() > 0) {
      List<CounterFinding> all = report.counters().findings();
      sayWrong(
          "counter", all.stream().filter(CounterFinding::isWrong).toList(), this::sayWrongCounter);
    }
    sayFirst(
        "Unusable parts of the files: " + Texts.number(report.troubleCount()),
        report.troubles(),
        "part",
        trouble -> say("  %s", trouble));
  }

  private <T> void sayWrong(String what, List<T> wrong, Consumer<T> each) {
    sayFirst("Wrong: documents of " + Texts.count(wrong.size(), what), wrong, what, each);
  }

  private void sayWrongAd(AdFinding ad) {
    String missing =
        ad.missing() == 0
            ? ""
            : " (" + Texts.count(ad.missing(), "missing event") + " not included)";
    say(
        "  ad %s%s",
        new Ids("ad", ad.adId()),
        ad.blocked() == null
            ? (ad.exists() ? "" : ": no document") + missing
            : ": cannot be read: " + ad.blocked());
    sayDifferences(ad.differences());
  }

  private void sayWrongCounter(CounterFinding counter) {
    String blocked = counter.reading().blocked();
    say(
        "  counter %s%s",
        new Ids("counter", counter.counterId()),
        blocked == null ? "" : ": cannot be read: " + blocked);
    sayDifferences(counter.differences());
  }

  private void sayDifferences(List<Difference> differences) {
    differences.forEach(difference -> say("    %s", difference));
  }

  private void saySpend() {
    Money money = report.spend();
    say(
        "Spend: %s is certain%s%s%s",
        Texts.money(money.certainMicros()),
        money.atRiskMicros() > 0 || report.events().missing() > 0
            ? ", the missing events will change it by " + Texts.money(money.atRiskMicros())
            : "",
        money.unknownAtMostMicros() > 0
            ? ", events that are in no file add at most " + Texts.money(money.unknownAtMostMicros())
            : "",
        money.wrongMicros() != 0 || report.ads().wrong() > 0
            ? ", wrong documents say " + Texts.money(money.wrongMicros())
            : "");
  }

  /** Ids that stand in a line. */
  private record Ids(String of, List<String> all) {
    Ids(String of, String id) {
      this(of, List.of(id));
    }
  }

  private <T> void sayFirst(String title, List<T> all, String what, Consumer<T> each) {
    if (all.isEmpty()) {
      return;
    }
    lines.add(title);
    all.stream().limit(mostShown).forEach(each);
    if (all.size() > mostShown) {
      say("  … and %s more (--json lists them)", Texts.count(all.size() - mostShown, what));
    }
  }

  private void say(String line, Object... values) {
    lines.add(String.format(line, Stream.of(values).map(this::shown).toArray()));
  }

  private String shown(Object value) {
    if (value instanceof Ids ids) {
      String first =
          ids.all().stream()
              .limit(MOST_IN_A_LINE)
              .map(id -> shown.apply(ids.of(), id))
              .collect(Collectors.joining(", "));
      return ids.all().size() > MOST_IN_A_LINE ? first + ", …" : first;
    }
    return value instanceof Number number
        ? Texts.number(number.longValue())
        : shown.apply("", value.toString());
  }

  /** What is still on the queue is not missing for good. */
  private static String missing(AuditReport report) {
    long messages = report.queue().messagesUnderWay();
    if (messages > 0) {
      return ("%s or more %s still on the queue, so these events may only be late: run the audit"
              + " again with --until-counted.")
          .formatted(Texts.count(messages, "message"), messages == 1 ? "is" : "are");
    }
    String remedy = "Replay the archive with --only-missing.";
    if (report.events().missing() == 0) {
      remedy =
          "The missing events are in none of these files: find their archive, or write them off"
              + " (counters write-off).";
    } else if (report.events().missing() == report.events().rejected()) {
      remedy = "No replay counts the missing events, because of their times.";
    }
    return report.queue().queueNotKnown() == null
        ? remedy
        : "%s Whether messages are still on the queue is not known: %s."
            .formatted(remedy, report.queue().queueNotKnown());
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
              + (report.events().cannotTell() > 0
                  ? "documents of counters cannot be read, so it is unknown which of their events"
                      + " are counted. Repair those first (counters show ID)."
                  : "some ads changed faster than they could be compared. Run the audit again, or"
                      + " with less traffic.");
      case WRONG -> wrong(report);
    };
  }

  private static String wrong(AuditReport report) {
    if (report.isWrongInVerdictsOnly()) {
      return "WRONG VERDICTS: %s on no such click, or on one that is taken back already, and counted"
              .formatted(Texts.count(report.verdicts().wrong(), "verdict"))
          + " like that: clicks archive check says which they are, and what puts them right.";
    }
    return report.events().areInNoArchive()
        ? "WRONG COUNTS, but some counted events are in none of these files: name all archives"
            + " before you trust this result, also those of other hosts, and the files themselves,"
            + " not copies that lag. To compare only some, use --ad or --counter."
        : "WRONG COUNTS: documents differ from the archive, and missing events do not explain it.";
  }
}
