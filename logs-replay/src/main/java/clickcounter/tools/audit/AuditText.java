package clickcounter.tools.audit;

import clickcounter.cli.Texts;
import clickcounter.tools.audit.AuditReport.Events;
import clickcounter.tools.audit.AuditReport.Money;
import clickcounter.tools.audit.AuditReport.VerdictsFound;
import clickcounter.tools.audit.CounterFinding.Fate;
import clickcounter.tools.table.AdSums.Difference;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** An audit's report for a person, line by line. */
record AuditText(AuditReport report, PrintStream out) {
  private static final int MOST_IN_A_LINE = 5;
  private static final int MOST_LINES = 40;

  void print() {
    sayCounts();
    sayNumbers("Missing: in the archive, not counted", Fate.MISSING);
    sayNumbers("Of these, rejected for their times", Fate.REJECTED);
    sayNumbers("In gaps, and in none of these files", Fate.IN_NO_FILE);
    sayNumbers("Counted, and in none of these files", Fate.IN_NO_ARCHIVE);
    sayNumbers("Written off", Fate.WRITTEN_OFF);
    sayOthers();
    if (report.ads().compared()) {
      saySpend(report.spend());
    }
    out.println(verdict());
  }

  private void sayCounts() {
    Events events = report.events();
    AuditReport.Ads ads = report.ads();
    AuditReport.Counters counters = report.counters();
    say(
        "%s of %s and %s in %s",
        Texts.count(events.events(), "event"),
        Texts.count(ads.total(), "ad"),
        Texts.count(counters.total(), "counter"),
        Texts.count(report.files(), "file"));
    if (ads.compared()) {
      String row = "  ads       %,d equal, %,d correct except for missing events, %,d wrong";
      say(row, ads.equal(), ads.withMissing(), ads.wrong());
    }
    if (counters.compared()) {
      say("  counters  %,d equal, %,d wrong", counters.equal(), counters.wrong());
    }
    String inNoFile = when(counters.compared(), "%,d in no file, ", events.inNoFile());
    String row = "  events    %,d counted, %,d missing, %s%,d written off";
    say(row, events.counted(), events.missing(), inNoFile, events.writtenOff());
    sayVerdicts(report.verdicts());
    sayIfAny(events.unsettled(), "counted, not yet settled");
    String meanwhile = "written during the audit; %,d of them still in flight and not judged";
    sayIfAny(events.writtenMeanwhile(), when(true, meanwhile, events.underWay()));
    sayIds("ad", ads.undecided(), "could not be compared");
    sayIfAny(
        events.cannotTell(),
        "of counters whose documents cannot be read: unknown whether they are counted");
    sayIds("counter", counters.unknown(), "in Riak and in none of these files");
  }

  private void sayVerdicts(VerdictsFound found) {
    if (found != null && found.total() > 0) {
      long others = found.notLookedUp();
      say(
          "  verdicts  %,d, %,d wrong%s%s",
          found.total(),
          found.wrong(),
          when(others > 0, ", %,d on clicks that are in none of the files", others),
          when(found.wrong() > 0, ": clicks archive check lists them"));
    }
  }

  private void sayIfAny(long events, String said) {
    if (events > 0) {
      say("  %s %s", Texts.count(events, "event"), said);
    }
  }

  private void sayIds(String of, List<String> ids, String said) {
    if (!ids.isEmpty()) {
      String first = ids.stream().limit(MOST_IN_A_LINE).collect(Collectors.joining(", "));
      String more = when(ids.size() > MOST_IN_A_LINE, ", …");
      say("  %s %s: %s%s", Texts.count(ids.size(), of), said, first, more);
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
            counter.counterId()
                + (": " + Texts.ids(counter.of(fate)))
                + when(
                    !counter.reading().exists(),
                    "  (no document: nothing of this counter was recorded)"));
  }

  private void sayOthers() {
    long lost =
        report.acceptedAsLost().stream().mapToLong(loss -> loss.to() - loss.from() + 1).sum();
    sayFirst(
        "Accepted as lost: " + Texts.count(lost, "event"),
        report.acceptedAsLost(),
        "range",
        loss ->
            "%s: %s, %s"
                .formatted(loss.counterId(), Texts.range(loss.from(), loss.to()), loss.reason()));
    sayFirst(
        "Below zero: %s. Verdicts are counted, and their clicks are not"
            .formatted(Texts.count(report.belowZero().size(), "ad")),
        report.belowZero(),
        "ad",
        ad ->
            when(true, "ad %s: clicks %,d, cost ", ad.adId(), ad.clicks())
                + Texts.money(ad.costMicros()));
    sayWrong(
        "ad",
        report.ads().findings(),
        ad ->
            ad.adId()
                + when(!ad.exists(), ": no document")
                + when(
                    ad.blocked() == null && ad.missing() > 0,
                    " (%s not included)",
                    Texts.count(ad.missing(), "missing event"))
                + wrong(ad.blocked(), ad.differences()));
    sayWrong(
        "counter",
        report.counters().findings().stream()
            .filter(counter -> report.counters().compared() && counter.isWrong())
            .toList(),
        counter -> counter.counterId() + wrong(counter.reading().blocked(), counter.differences()));
    sayFirst(
        "Unusable parts of the files: " + Texts.number(report.troubleCount()),
        report.troubles(),
        "part",
        trouble ->
            "%s, byte %s: %s: %s"
                .formatted(trouble.file(), trouble.at(), trouble.kind(), trouble.detail()));
  }

  private <T> void sayWrong(String what, List<T> wrong, Function<T, String> line) {
    String title = "Wrong: documents of " + Texts.count(wrong.size(), what);
    sayFirst(title, wrong, what, document -> what + " " + line.apply(document));
  }

  private static String wrong(String blocked, List<Difference> differences) {
    return when(blocked != null, ": cannot be read: %s", blocked)
        + differences.stream()
            .map(difference -> "\n    " + difference)
            .collect(Collectors.joining());
  }

  private void saySpend(Money money) {
    Events events = report.events();
    say(
        "Spend: %s is certain%s%s%s",
        Texts.money(money.certainMicros()),
        when(
            money.atRiskMicros() > 0 || events.missing() > 0,
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
    if (!all.isEmpty()) {
      say("%s", title);
      all.stream().limit(MOST_LINES).forEach(each -> say("  %s", line.apply(each)));
    }
    if (all.size() > MOST_LINES) {
      say("  … and %s more (--json lists them)", Texts.count(all.size() - MOST_LINES, what));
    }
  }

  private void say(String line, Object... values) {
    out.println(when(true, line, values));
  }

  private static String when(boolean isSaid, String text, Object... values) {
    return isSaid ? String.format(Locale.ROOT, text, values) : "";
  }

  /** The verdict in a sentence. */
  private String verdict() {
    if (report.noVerdict() != null) {
      return "NO VERDICT: " + report.noVerdict();
    }
    return switch (report.verdict()) {
      case EQUAL -> "EQUAL: every document matches the archive.";
      case MISSING -> "MISSING EVENTS, no wrong counts. " + missing();
      case UNDECIDED ->
          "NOT DECIDED, no wrong counts found: "
              + (report.events().cannotTell() > 0
                  ? "documents of counters cannot be read, so it is unknown which of their events"
                      + " are counted. Repair those first (counters show ID)."
                  : "some ads changed faster than they could be compared. Run the audit again, or"
                      + " with less traffic.");
      case WRONG -> wrong();
    };
  }

  /** What is still on the queue is not missing for good. */
  private String missing() {
    Events events = report.events();
    long messages = report.queue().messagesUnderWay();
    if (messages > 0) {
      return ("%s or more %s still on the queue, so these events may only be late: run the audit"
              + " again with --until-counted.")
          .formatted(Texts.count(messages, "message"), messages == 1 ? "is" : "are");
    }
    String remedy = "Replay the archive with --only-missing.";
    if (events.missing() == 0) {
      remedy =
          "The missing events are in none of these files: find their archive, or write them off"
              + " (counters write-off).";
    } else if (events.missing() == events.rejected()) {
      remedy = "No replay counts the missing events, because of their times.";
    }
    String unknown = report.queue().queueNotKnown();
    return remedy
        + when(
            unknown != null, " Whether messages are still on the queue is not known: %s.", unknown);
  }

  private String wrong() {
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
