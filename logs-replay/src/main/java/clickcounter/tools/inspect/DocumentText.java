package clickcounter.tools.inspect;

import clickcounter.document.AdDocument;
import clickcounter.document.AdTotals;
import clickcounter.document.Ranking;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import clickcounter.ids.Ending;
import clickcounter.ids.Gap;
import clickcounter.ids.WriteOff;
import clickcounter.tools.common.Texts;
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
  private static final int MAX_GAPS = 30;

  private DocumentText() {}

  static void printAd(AdReading.Found ad, PrintStream out) {
    AdTotals totals = ad.totals();
    say(out, "ad %s  %s", ad.adId(), totals.state().label());
    say(
        out,
        "  spent        %s of a budget of %s (clicks cost %s%s)",
        Texts.money(totals.spentMicros()),
        Texts.money(totals.budgetMicros()),
        Texts.money(totals.costMicros()),
        totals.overdeliveredMicros() == 0
            ? ""
            : ", " + Texts.money(totals.overdeliveredMicros()) + " of it overdelivered");
    say(out, "  clicks       %s", Texts.number(totals.clicks()));
    if (!totals.invalid().isNone()) {
      say(out, "  not charged  %s", Texts.notCharged(totals));
    }
    say(out, "  impressions  %s", Texts.number(totals.impressions()));
    Ranking ranking = totals.ranking();
    say(
        out,
        "  ranking      %.6f as of %s",
        ranking.score(),
        LocalDate.ofEpochDay(ranking.newestDay()));
    say(
        out,
        "  events       from %s to %s",
        Texts.time(totals.firstEventAtMs()),
        Texts.time(totals.lastEventAtMs()));
    printHours(ad.hours(), out);
    say(out, "  unsettled    %s", Texts.count(ad.unsettledIds(), "event"));
    new TreeMap<>(ad.unsettled())
        .forEach((counter, ids) -> say(out, "    %s: %s", counter, Texts.ids(ids)));
    AdDocument newest = ad.siblings().get(0);
    say(
        out,
        "  document     %s bytes, write %s, number %d%s",
        Texts.number(ad.bytes()),
        newest.write().id(),
        newest.write().number(),
        ad.siblings().size() > 1
            ? ", " + ad.siblings().size() + " siblings, shown merged; the next write merges them"
            : "");
  }

  private static void printHours(RecentHours hours, PrintStream out) {
    if (hours.newest() != RecentHours.NONE) {
      say(
          out,
          "  hours        %s with events in the newest %d, which end with that of %s",
          Texts.number(hours.counts().size()),
          RecentHours.WINDOW,
          Texts.time(Hours.startMs(hours.newest())));
    }
  }

  static void printCounter(CounterReading counter, PrintStream out, long nowMs) {
    long missing = counter.gaps().missing();
    long writtenOff = counter.gaps().writtenOff();
    say(out, "counter %s  %s", counter.counterId(), ending(counter));
    say(
        out,
        "  counted      %s of %s (highest %d)",
        Texts.number(counter.next() - missing - writtenOff),
        Texts.number(counter.next()),
        counter.next() - 1);
    say(
        out,
        "  last event   %s (%s ago)",
        Texts.time(counter.lastEventAtMs()),
        Texts.age(nowMs - counter.lastEventAtMs()));
    say(
        out,
        "  missing      %s in %s",
        Texts.count(missing, "event"),
        Texts.count(counter.openGaps().size(), "gap"));
    List<Gap> told = counter.toldGaps(nowMs);
    printGaps(told, out, nowMs);
    long all = counter.gaps().gaps().stream().mapToLong(Gap::size).sum();
    printUnderWay(all - told.stream().mapToLong(Gap::size).sum(), CounterReading.UNDER_WAY_MS, out);
    say(
        out,
        "  document     %s bytes%s%s",
        Texts.number(counter.bytes()),
        counter.unconfirmed().isEmpty()
            ? ""
            : ", " + Texts.count(counter.unconfirmed().size(), "id") + " not confirmed yet",
        counter.siblings() > 1 ? ", " + counter.siblings() + " siblings, shown merged" : "");
  }

  /** Prints how many events are missing for so short a time that they mostly wait for a put. */
  static void printUnderWay(long events, long youngerThanMs, PrintStream out) {
    if (events > 0) {
      say(out, "    %s under way, younger than %s", Texts.number(events), limit(youngerThanMs));
    }
  }

  /** A limit of age, such as {@code 1 min}. */
  static String limit(long ms) {
    return ms == CounterReading.UNDER_WAY_MS ? "1 min" : Texts.age(ms);
  }

  /** Prints the first gaps, one per line. */
  static void printGaps(Collection<Gap> gaps, PrintStream out, long nowMs) {
    gaps.stream().limit(MAX_GAPS).forEach(gap -> out.println("    " + gapText(gap, nowMs)));
    int left = gaps.size() - MAX_GAPS;
    if (left > 0) {
      say(out, "    … and %s more (--json lists them)", Texts.count(left, "gap"));
    }
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
   * As {@code closed properly} or {@code closed by an operator 2026-06-01T12:30:00Z: host burnt}.
   */
  static String ending(CounterReading counter) {
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
    int width = counters.stream().mapToInt(c -> c.counterId().length()).max().orElse(7);
    say(
        out,
        "%-" + width + "s  %12s  %10s  %11s  %-8s  %s",
        "counter",
        "next",
        "missing",
        "written off",
        "state",
        "last event");
    for (CounterReading counter : counters) {
      say(
          out,
          "%-" + width + "s  %12s  %10s  %11s  %-8s  %s",
          counter.counterId(),
          Texts.number(counter.next()),
          Texts.number(counter.gaps().missing()),
          Texts.number(counter.gaps().writtenOff()),
          state(counter),
          counter.exists() ? Texts.age(nowMs - counter.lastEventAtMs()) + " ago" : "-");
      if (counter.gaps().ending() != null) {
        out.println("  " + ending(counter));
      }
    }
    out.println(Texts.count(counters.size(), "counter"));
  }

  private static String state(CounterReading counter) {
    if (counter.blocked() != null) {
      return "blocked";
    }
    if (!counter.exists()) {
      return "entered";
    }
    return counter.hasEnded() ? "closed" : "open";
  }

  private static void say(PrintStream out, String line, Object... values) {
    out.println(String.format(Locale.ROOT, line, values));
  }
}
