package clickcounter.tools.inspect;

import clickcounter.cli.Columns;
import clickcounter.cli.NoVerdict;
import clickcounter.cli.Texts;
import clickcounter.document.AdTotals;
import clickcounter.document.WriteStamp;
import clickcounter.hours.RecentHours;
import clickcounter.ids.Ending;
import clickcounter.ids.Gap;
import clickcounter.ids.WriteOff;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.CounterReading;
import java.io.PrintStream;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** Documents for a person at a terminal. */
final class DocumentText {
  private DocumentText() {}

  static void printAd(AdReading.Found ad, PrintStream out) {
    AdTotals totals = ad.totals();
    long over = totals.overdeliveredMicros();
    WriteStamp write = ad.siblings().get(0).write();
    out.format(
        Locale.ROOT,
        """
        ad %s  %s
          spent        %s of a budget of %s (clicks cost %s%s)
          clicks       %,d
        """,
        ad.adId(),
        totals.state().label(),
        Texts.money(totals.spentMicros()),
        Texts.money(totals.budgetMicros()),
        Texts.money(totals.costMicros()),
        over == 0 ? "" : ", " + Texts.money(over) + " of it overdelivered",
        totals.clicks());
    if (!totals.invalid().isNone()) {
      out.format("  not charged  %s%n", Texts.notCharged(totals));
    }
    out.format(
        Locale.ROOT,
        """
          impressions  %,d
          ranking      %.6f as of %s
          events       from %s to %s
          hours        %,d with events in the newest %d
          unsettled    %s
        """,
        totals.impressions(),
        totals.ranking().score(),
        LocalDate.ofEpochDay(totals.ranking().newestDay()),
        Texts.time(totals.firstEventAtMs()),
        Texts.time(totals.lastEventAtMs()),
        ad.hours().counts().size(),
        RecentHours.WINDOW,
        Texts.count(ad.unsettledIds(), "event"));
    new TreeMap<>(ad.unsettled())
        .forEach((id, ids) -> out.format("    %s: %s%n", id, Texts.ids(ids)));
    out.format(
        Locale.ROOT,
        "  document     %,d bytes%s, write %s, number %d%n",
        ad.bytes(),
        siblings(ad.siblings().size()),
        write.id(),
        write.number());
  }

  static NoVerdict unreadable(String of, String reason) {
    return new NoVerdict(
        "the document of %s cannot be read, and the topology does not write it: %s"
            .formatted(of, reason));
  }

  private static String siblings(int count) {
    return count > 1 ? ", " + count + " siblings, shown merged" : "";
  }

  static void printCounter(CounterReading counter, PrintStream out, long nowMs) {
    long missing = counter.gaps().missing();
    out.format(
        Locale.ROOT,
        """
        counter %s  %s
          counted      %,d of %,d (highest %d)
          last event   %s (%s ago)
          missing      %s in %s
        """,
        counter.counterId(),
        ending(counter),
        counter.next() - missing - counter.gaps().writtenOff(),
        counter.next(),
        counter.next() - 1,
        Texts.time(counter.lastEventAtMs()),
        Texts.age(nowMs - counter.lastEventAtMs()),
        Texts.count(missing, "event"),
        Texts.count(counter.openGaps().size(), "gap"));
    List<Gap> told = counter.toldGaps(nowMs);
    printGaps(told, out, nowMs);
    long underWay = events(counter.gaps().gaps()) - events(told);
    printUnderWay(underWay, CounterReading.UNDER_WAY_MS, out);
    out.format(
        Locale.ROOT,
        "  document     %,d bytes%s, %s not confirmed yet%n",
        counter.bytes(),
        siblings(counter.siblings()),
        Texts.count(counter.unconfirmed().size(), "id"));
  }

  static long events(Collection<Gap> gaps) {
    return gaps.stream().mapToLong(Gap::size).sum();
  }

  /** Prints how many events are missing for so short a time that they mostly wait for a put. */
  static void printUnderWay(long events, long youngerThanMs, PrintStream out) {
    if (events > 0) {
      String age = limit(youngerThanMs);
      out.println("    " + Texts.number(events) + " under way, younger than " + age);
    }
  }

  /** A limit of age, such as {@code 1 min}. */
  static String limit(long ms) {
    return ms == CounterReading.UNDER_WAY_MS ? "1 min" : Texts.age(ms);
  }

  static void printGaps(Collection<Gap> gaps, PrintStream out, long nowMs) {
    Texts.first(gaps.stream().map(gap -> gapText(gap, nowMs)).toList())
        .forEach(text -> out.println("    " + text));
  }

  /** As {@code 17..19 missing since 2026-06-01T12:30:00Z (3 h)}. */
  static String gapText(Gap gap, long nowMs) {
    String text =
        "%s  missing since %s (%s)"
            .formatted(
                Texts.range(gap.from(), gap.to()),
                Texts.time(gap.sinceMs()),
                Texts.age(nowMs - gap.sinceMs()));
    if (gap.writeOff() == null) {
      return text;
    }
    return text
        + (gap.isWrittenOff() ? ", written off " : ", reopened ")
        + Texts.time(gap.writeOff().atMs())
        + ": "
        + gap.writeOff().reason();
  }

  /**
   * As {@code closed properly} or {@code closed by an operator 2026-06-01T12:30:00Z: host burnt};
   * or why it is not known.
   */
  static String ending(CounterReading counter) {
    if (!isKnown(counter)) {
      return counter.blocked() == null ? "no document" : "blocked: " + counter.blocked();
    }
    if (counter.closed()) {
      return "closed properly";
    }
    Ending ending = counter.gaps().ending();
    if (ending == null) {
      return "not closed";
    }
    WriteOff decision = ending.decision();
    String byOperator = " by an operator " + Texts.time(decision.atMs()) + ": " + decision.reason();
    if (decision.reopened()) {
      return "not closed, reopened" + byOperator;
    }
    return counter.gaps().isEnded()
        ? "closed" + byOperator
        : "not closed, as %d came after it was closed at %d%s"
            .formatted(counter.next() - 1, ending.from() - 1, byOperator);
  }

  static void printCounters(Collection<CounterReading> counters, PrintStream out, long nowMs) {
    new Columns<CounterReading>()
        .text("counter", null, null, CounterReading::counterId)
        .number("next", null, null, CounterReading::next)
        .number("missing", null, null, counter -> counter.gaps().missing())
        .number("written off", null, null, counter -> counter.gaps().writtenOff())
        .text("last event", null, null, counter -> lastEvent(counter, nowMs))
        .text("state", null, null, DocumentText::ending)
        .print(List.copyOf(counters), out);
    out.println(Texts.count(counters.size(), "counter"));
  }

  private static boolean isKnown(CounterReading counter) {
    return counter.exists() && counter.blocked() == null;
  }

  private static String lastEvent(CounterReading counter, long nowMs) {
    return isKnown(counter) ? Texts.age(nowMs - counter.lastEventAtMs()) + " ago" : null;
  }
}
