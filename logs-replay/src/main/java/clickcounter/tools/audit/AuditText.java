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
    VerdictsFound found = report.verdicts();
    if (found != null && found.total() > 0) {
      long others = found.notLookedUp();
      String unknown = when(others > 0, ", %,d on clicks that are in none of the files", others);
      String where = when(found.wrong() > 0, ": clicks archive check lists them");
      say("  verdicts  %,d, %,d wrong%s%s", found.total(), found.wrong(), unknown, where);
    }
    sayIfAny(events.unsettled(), "event", "counted, not yet settled");
    String meanwhile = "written during the audit; %,d of them still in flight and not judged";
    sayIfAny(events.writtenMeanwhile(), "event", when(true, meanwhile, events.underWay()));
    sayIds("ad", ads.undecided(), "could not be compared");
    String unknown = "of counters whose documents cannot be read: unknown whether they are counted";
    sayIfAny(events.cannotTell(), "event", unknown);
    sayIds("counter", counters.unknown(), "in Riak and in none of these files");
  }

  private void sayIfAny(long count, String of, String said) {
    if (count > 0) {
      say("  %s %s", Texts.count(count, of), said);
    }
  }

  private void sayIds(String of, List<String> ids, String said) {
    sayIfAny(ids.size(), of, said + ": " + String.join(", ", Texts.first(ids)));
  }

  private void sayNumbers(String title, Fate fate) {
    List<CounterFinding> found =
        report.counters().findings().stream().filter(counter -> counter.has(fate)).toList();
    long total = found.stream().mapToLong(counter -> counter.of(fate).size()).sum();
    String noDocument = "  (no document: nothing of this counter was recorded)";
    sayList(
        title + ": " + Texts.count(total, "event"),
        found,
        counter ->
            "%s: %s%s"
                .formatted(
                    counter.counterId(),
                    Texts.ids(counter.of(fate)),
                    when(!counter.reading().exists(), noDocument)));
  }

  private void sayOthers() {
    long lost =
        report.acceptedAsLost().stream().mapToLong(loss -> loss.to() - loss.from() + 1).sum();
    sayList(
        "Accepted as lost: " + Texts.count(lost, "event"),
        report.acceptedAsLost(),
        loss ->
            "%s: %s, %s"
                .formatted(loss.counterId(), Texts.range(loss.from(), loss.to()), loss.reason()));
    sayList(
        "Below zero: %s. Verdicts are counted, and their clicks are not"
            .formatted(Texts.count(report.belowZero().size(), "ad")),
        report.belowZero(),
        ad ->
            "ad %s: clicks %s, cost %s"
                .formatted(ad.adId(), Texts.number(ad.clicks()), Texts.money(ad.costMicros())));
    List<AdFinding> ads = report.ads().findings();
    sayList(
        "Wrong: documents of " + Texts.count(ads.size(), "ad"),
        ads,
        ad ->
            "ad %s%s%s%s"
                .formatted(
                    ad.adId(),
                    when(!ad.exists(), ": no document"),
                    when(
                        ad.blocked() == null && ad.missing() > 0,
                        " (%s not included)",
                        Texts.count(ad.missing(), "missing event")),
                    wrong(ad.blocked(), ad.differences())));
    List<CounterFinding> counters =
        report.counters().compared()
            ? report.counters().findings().stream().filter(CounterFinding::isWrong).toList()
            : List.of();
    sayList(
        "Wrong: documents of " + Texts.count(counters.size(), "counter"),
        counters,
        counter ->
            "counter "
                + counter.counterId()
                + wrong(counter.reading().blocked(), counter.differences()));
    sayList(
        "Unusable parts of the files: " + Texts.number(report.troubleCount()),
        report.troubles(),
        trouble ->
            "%s, byte %s: %s: %s"
                .formatted(trouble.file(), trouble.at(), trouble.kind(), trouble.detail()));
  }

  private static String wrong(String blocked, List<Difference> differences) {
    return when(blocked != null, ": cannot be read: %s", blocked)
        + differences.stream().map(each -> "\n    " + each).collect(Collectors.joining());
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

  private <T> void sayList(String title, List<T> all, Function<T, String> line) {
    if (!all.isEmpty()) {
      out.println(title);
      Texts.first(all.stream().map(line).toList(), MOST_LINES)
          .forEach(each -> out.println("  " + each));
      if (all.size() > MOST_LINES) {
        out.println("  (--json lists them)");
      }
    }
  }

  private void say(String line, Object... values) {
    out.println(when(true, line, values));
  }

  private static String when(boolean isSaid, String text, Object... values) {
    return isSaid ? String.format(Locale.ROOT, text, values) : "";
  }

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
