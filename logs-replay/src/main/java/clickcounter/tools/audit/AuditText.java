package clickcounter.tools.audit;

import clickcounter.cli.Texts;
import clickcounter.tools.audit.AuditReport.Ads;
import clickcounter.tools.audit.AuditReport.Counters;
import clickcounter.tools.audit.AuditReport.Events;
import clickcounter.tools.audit.AuditReport.Money;
import clickcounter.tools.audit.AuditReport.VerdictsFound;
import clickcounter.tools.audit.CounterFinding.Fate;
import clickcounter.tools.table.AdSums.Difference;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An audit's report for a person, line by line. */
final class AuditText {
  private static final int MOST_IN_A_LINE = 5;
  private static final int MOST_SHOWN = 40;

  private final AuditReport report;
  private final List<String> lines = new ArrayList<>();

  private AuditText(AuditReport report) {
    this.report = report;
  }

  /** For a terminal. */
  static void print(AuditReport report, PrintStream out) {
    AuditText text = new AuditText(report);
    text.sayCounts();
    text.sayFindings();
    if (report.ads().compared()) {
      text.saySpend();
    }
    text.lines.forEach(out::println);
    out.println(verdict(report));
  }

  private void sayCounts() {
    Events events = report.events();
    Ads ads = report.ads();
    Counters counters = report.counters();
    say(
        "%s of %s and %s in %s",
        Texts.count(events.events(), "event"),
        Texts.count(ads.total(), "ad"),
        Texts.count(counters.total(), "counter"),
        Texts.count(report.files(), "file"));
    if (ads.compared()) {
      String row = "  ads       %s equal, %s correct except for missing events, %s wrong";
      say(row, ads.equal(), ads.withMissing(), ads.wrong());
    }
    if (counters.compared()) {
      say("  counters  %s equal, %s wrong", counters.equal(), counters.wrong());
    }
    String inNoFile = when(events.inNoFile() != null, "%s in no file, ", events.inNoFile());
    String row = "  events    %s counted, %s missing, %s%s written off";
    say(row, events.counted(), events.missing(), inNoFile, events.writtenOff());
    VerdictsFound found = report.verdicts();
    if (found != null && found.total() > 0) {
      say(
          "  verdicts  %s, %s wrong%s%s",
          found.total(),
          found.wrong(),
          when(
              found.notLookedUp() > 0,
              ", %s on clicks that are in none of the files",
              found.notLookedUp()),
          when(found.wrong() > 0, ": clicks archive check lists them"));
    }
    sayIfAny(events.unsettled(), "counted, not yet settled");
    sayIfAny(
        events.writtenMeanwhile(),
        "written during the audit; %s of them still in flight and not judged",
        events.underWay());
    sayIds("ad", ads.undecided(), "could not be compared");
    sayIfAny(
        events.cannotTell(),
        "of counters whose documents cannot be read: unknown whether they are counted");
    sayIds("counter", counters.unknown(), "in Riak and in none of these files");
  }

  private void sayIfAny(long events, String said, Object... values) {
    if (events > 0) {
      say("  " + Texts.count(events, "event") + " " + said, values);
    }
  }

  private void sayIds(String of, List<String> ids, String said) {
    if (!ids.isEmpty()) {
      String first = ids.stream().limit(MOST_IN_A_LINE).collect(Collectors.joining(", "));
      String more = when(ids.size() > MOST_IN_A_LINE, ", …");
      lines.add("  %s %s: %s%s".formatted(Texts.count(ids.size(), of), said, first, more));
    }
  }

  private void sayFindings() {
    sayNumbers("Missing: in the archive, not counted", Fate.MISSING);
    sayNumbers("Of these, rejected for their times", Fate.REJECTED);
    sayNumbers("In gaps, and in none of these files", Fate.IN_NO_FILE);
    sayNumbers("Counted, and in none of these files", Fate.IN_NO_ARCHIVE);
    sayNumbers("Written off", Fate.WRITTEN_OFF);
    long lost =
        report.acceptedAsLost().stream().mapToLong(loss -> loss.to() - loss.from() + 1).sum();
    sayFirst(
        "Accepted as lost: " + Texts.count(lost, "event"),
        report.acceptedAsLost(),
        "range",
        loss ->
            loss.counterId()
                + filled(": %s, %s", Texts.range(loss.from(), loss.to()), loss.reason()));
    sayFirst(
        "Below zero: %s. Verdicts are counted, and their clicks are not"
            .formatted(Texts.count(report.belowZero().size(), "ad")),
        report.belowZero(),
        "ad",
        ad ->
            "ad "
                + ad.adId()
                + filled(": clicks %s, cost %s", ad.clicks(), Texts.money(ad.costMicros())));
    sayWrong(
        "ad",
        report.ads().findings(),
        ad ->
            ad.adId()
                + blocked(ad.blocked())
                + when(!ad.exists(), ": no document")
                + when(
                    ad.blocked() == null && ad.missing() > 0,
                    " (%s not included)",
                    Texts.count(ad.missing(), "missing event"))
                + differences(ad.differences()));
    sayWrong(
        "counter",
        report.counters().wrong() == 0
            ? List.of()
            : report.counters().with(CounterFinding::isWrong),
        counter ->
            counter.counterId()
                + blocked(counter.reading().blocked())
                + differences(counter.differences()));
    sayFirst(
        "Unusable parts of the files: " + Texts.number(report.troubleCount()),
        report.troubles(),
        "part",
        trouble -> filled("%s", trouble));
  }

  private void sayNumbers(String title, Fate fate) {
    List<CounterFinding> found = report.counters().with(counter -> counter.has(fate));
    long total = found.stream().mapToLong(counter -> counter.of(fate).size()).sum();
    sayFirst(
        title + ": " + Texts.count(total, "event"),
        found,
        "counter",
        counter ->
            counter.counterId()
                + filled(": %s", Texts.ids(counter.of(fate)))
                + when(
                    !counter.reading().exists(),
                    "  (no document: nothing of this counter was recorded)"));
  }

  private <T> void sayWrong(String what, List<T> wrong, Function<T, String> line) {
    String title = "Wrong: documents of " + Texts.count(wrong.size(), what);
    sayFirst(title, wrong, what, document -> what + " " + line.apply(document));
  }

  private String blocked(String reason) {
    return reason == null ? "" : filled(": cannot be read: %s", reason);
  }

  private String differences(List<Difference> differences) {
    return differences.stream()
        .map(difference -> "\n    " + filled("%s", difference))
        .collect(Collectors.joining());
  }

  private void saySpend() {
    Money money = report.spend();
    say(
        "Spend: %s is certain%s%s%s",
        Texts.money(money.certainMicros()),
        when(
            money.atRiskMicros() > 0 || report.events().missing() > 0,
            ", the missing events will change it by %s",
            Texts.money(money.atRiskMicros())),
        when(
            money.unknownAtMostMicros() > 0,
            ", events that are in no file add at most %s",
            Texts.money(money.unknownAtMostMicros())),
        when(
            money.wrongMicros() != 0 || report.ads().wrong() > 0,
            ", wrong documents say %s",
            Texts.money(money.wrongMicros())));
  }

  private <T> void sayFirst(String title, List<T> all, String what, Function<T, String> line) {
    if (all.isEmpty()) {
      return;
    }
    lines.add(title);
    all.stream().limit(MOST_SHOWN).forEach(each -> lines.add("  " + line.apply(each)));
    if (all.size() > MOST_SHOWN) {
      say("  … and %s more (--json lists them)", Texts.count(all.size() - MOST_SHOWN, what));
    }
  }

  private void say(String line, Object... values) {
    lines.add(filled(line, values));
  }

  private String filled(String text, Object... values) {
    return when(true, text, values);
  }

  private static String when(boolean isSaid, String text, Object... values) {
    Stream<Object> filled =
        Stream.of(values)
            .map(value -> value instanceof Number n ? Texts.number(n.longValue()) : value);
    return isSaid ? text.formatted(filled.toArray()) : "";
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
