package clickcounter.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.CounterView;
import clickcounter.document.HourCounts;
import clickcounter.document.HourLength;
import clickcounter.document.HoursDocument;
import clickcounter.document.HoursDocument.Rolled;
import clickcounter.document.Quarters;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Visits every order of counting, puts, rolls, drops and take-backs of two writers, with the real
 * ledgers: one ad, late events of one hour, and one of a newer hour. Whatever a quorum shows, that
 * hour is whole in the ad's document or in that of the day. Each broken variant is found.
 *
 * <p>A put is stored by a quorum, with or without its answer, or lost, or on a minority (loose: any
 * read may show it or not). A day's put may land late, when its sender is gone, and twice. {@code
 * -Dclickcounter.model.large=true} takes one put and one trouble more.
 */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class HoursModelTest {
  private static final boolean LARGE = Boolean.getBoolean("clickcounter.model.large");
  private static final int EVENTS = 2;
  private static final int MOST_PUTS = LARGE ? 5 : 4;
  private static final int MOST_TROUBLES = LARGE ? 2 : 1;
  private static final int WRITERS = 2;

  private static final String AD = "m";
  private static final String COUNTER = "hostA-20131030_152543";
  private static final long HOUR = 1_536_800;
  private static final long NOW = HOUR + 24;
  private static final long DAY = Quarters.day(HOUR);
  private static final LedgerSettings SETTINGS = new LedgerSettings(100, HourLength.HOUR, 1);

  private enum Variant {
    RIGHT(false),
    /** The day adds what came since the last roll. */
    ADDS_DELTAS(true),
    /** An hour is rolled when its put begins. */
    ROLLS_UNCONFIRMED_WRITES(true),
    /** The hour is dropped while the day's put is under way. */
    DROPS_BEFORE_THE_DAY_IS_STORED(true),
    /** The hour is dropped although events came since it was rolled. */
    DROPS_WHAT_CAME_SINCE(true),
    /** A late event begins the hour anew. */
    TAKES_NOTHING_BACK(true),
    /** A copy takes back what another has rolled since. */
    TAKES_BACK_WHAT_IS_NEWER(true);

    private final boolean broken;

    Variant(boolean broken) {
      this.broken = broken;
    }
  }

  /** A stored value, and the writes that its writer had read. */
  private record Value(AdDocument document, Set<String> context) {
    String id() {
      return document.write().id();
    }
  }

  /**
   * A live copy.
   *
   * @param putting what it puts; null for nothing
   * @param rolling the roll that it waits for; null for none
   */
  private record Writer(AdLedger ledger, Set<String> context, Value putting, HourRoll rolling) {
    Writer with(AdLedger now) {
      return new Writer(now, context, putting, rolling);
    }

    Writer with(HourRoll roll) {
      return new Writer(ledger, context, putting, roll);
    }

    @Override
    public String toString() {
      return ledger + " " + context + " " + (putting == null ? "" : putting.id()) + " " + rolling;
    }
  }

  /**
   * @param quorum what a quorum has stored
   * @param clock the writes that it has stored or replaced
   * @param loose on a minority; null for none
   * @param rolls of days that may still land
   */
  private record State(
      List<Value> quorum,
      Set<String> clock,
      Value loose,
      HoursDocument day,
      List<HourRoll> rolls,
      List<Writer> writers,
      int puts,
      int troubles) {
    State withWriter(int at, Writer now) {
      List<Writer> all = new ArrayList<>(writers);
      all.set(at, now);
      return new State(quorum, clock, loose, day, rolls, all, puts, troubles);
    }

    State trouble(int at) {
      return new State(quorum, clock, loose, day, rolls, writers, puts, troubles + 1)
          .withWriter(at, null);
    }

    State put(int at, Writer now) {
      return new State(quorum, clock, loose, day, rolls, writers, puts + 1, troubles)
          .withWriter(at, now);
    }

    State withLoose(Value value) {
      return new State(quorum, clock, value, day, rolls, writers, puts, troubles);
    }

    State withRoll(HourRoll roll) {
      List<HourRoll> now = new ArrayList<>(rolls);
      now.add(roll);
      return new State(quorum, clock, loose, day, now, writers, puts, troubles);
    }

    State landed(HoursDocument now, HourRoll roll, boolean again) {
      List<HourRoll> left = new ArrayList<>(rolls);
      if (!again) {
        left.remove(roll);
      }
      return new State(quorum, clock, loose, now, left, writers, puts, troubles);
    }

    /** A quorum stores the value beside what its writer had not read. */
    State stored(Value value) {
      List<Value> values = new ArrayList<>(quorum);
      values.removeIf(each -> value.context.contains(each.id()));
      values.add(value);
      Set<String> seen = new TreeSet<>(clock);
      seen.addAll(value.context);
      seen.add(value.id());
      return new State(values, seen, loose, day, rolls, writers, puts, troubles);
    }

    /** What a read may show: with the loose write or without it. */
    List<List<Value>> readings() {
      List<List<Value>> readings = new ArrayList<>(List.of(quorum));
      if (loose != null && !clock.contains(loose.id())) {
        List<Value> both = new ArrayList<>(quorum);
        both.removeIf(each -> loose.context.contains(each.id()));
        both.add(loose);
        readings.add(both);
      }
      return readings;
    }

    /** Two states with the same key have the same future. */
    String key() {
      StringBuilder key = new StringBuilder();
      quorum.forEach(value -> key.append(text(value)).append('|'));
      key.append(clock).append(loose == null ? "" : text(loose)).append(day.hours());
      writers.stream().map(String::valueOf).sorted().forEach(key::append); // they are alike
      return key.append(rolls).append(puts).append(troubles).toString();
    }

    private static String text(Value value) {
      AdDocument document = value.document;
      return document.totals().costMicros()
          + " "
          + document.hours()
          + document.write()
          + document.unsettled()
          + value.context;
    }
  }

  private static AdEvent event(int number) {
    long quarter = number == EVENTS ? NOW : HOUR;
    long costMicros = (long) Math.pow(10, number);
    return new AdEvent(COUNTER, number, EventKind.CLICK, AD, Quarters.startMs(quarter), costMicros);
  }

  /** The event of the newer hour is stored. */
  private static State start() {
    AdLedger ledger = AdLedger.absent(AD, SETTINGS);
    ledger.offer(event(EVENTS), CounterView.EMPTY, AdLedger.NOBODY);
    Value first = new Value(read(ledger.beginPut("w0", new PutBuffers())), Set.of());
    List<Writer> nobody = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      nobody.add(null);
    }
    return new State(
        List.of(first), Set.of("w0"), null, HoursDocument.empty(AD, DAY), List.of(), nobody, 1, 0);
  }

  private static AdDocument read(byte[] bytes) {
    try {
      return AdDocumentCodec.read(AdDocumentCodec.CONTENT_TYPE, bytes);
    } catch (UnreadableDocument e) {
      throw new WrongDocument(e);
    }
  }

  /** What was put says more of the hours than of the totals. */
  private static final class WrongDocument extends RuntimeException {
    WrongDocument(UnreadableDocument why) {
      super(why);
    }
  }

  private static List<State> next(State s, Variant variant) {
    List<State> next = new ArrayList<>();
    for (HourRoll roll : new HashSet<>(s.rolls)) {
      land(s, roll, variant, next);
    }
    for (int at = 0; at < WRITERS; at++) {
      Writer writer = s.writers.get(at);
      if (writer == null) {
        load(s, at, next);
      } else {
        steps(s, at, writer, variant, next);
      }
    }
    return next;
  }

  private static void load(State s, int at, List<State> next) {
    for (List<Value> values : s.readings()) {
      Set<String> context = new TreeSet<>(s.clock);
      values.forEach(value -> context.add(value.id()));
      AdLedger ledger = ledger(values, s.day);
      next.add(s.withWriter(at, new Writer(ledger, context, null, null)));
    }
  }

  private static AdLedger ledger(List<Value> values, HoursDocument day) {
    SiblingMerge.Merged merged =
        (SiblingMerge.Merged)
            SiblingMerge.merge(
                values.stream().map(Value::document).toList(), id -> CounterView.EMPTY);
    SortedSet<Long> rolled = AdLedger.rolledHours(merged);
    long contained = merged.main().write().contains();
    Map<Long, HourCounts> counts = new TreeMap<>();
    rolled.forEach(quarter -> counts.put(quarter, day.counts(quarter, contained)));
    return AdLedger.of(merged, SETTINGS, counts);
  }

  private static void steps(State s, int at, Writer writer, Variant variant, List<State> next) {
    for (int number = 0; number < EVENTS; number++) {
      AdLedger ledger = writer.ledger.copy();
      if (offer(ledger, event(number), s.day, variant)) {
        next.add(s.withWriter(at, writer.with(ledger)));
      }
    }
    if (writer.putting != null) {
      ended(s, at, writer, variant, next);
    } else if (s.puts < MOST_PUTS) {
      put(s, at, writer, variant, next);
    }
    if (s.troubles < MOST_TROUBLES) {
      next.add(s.trouble(at)); // a crash, and the put is lost
      if (writer.putting != null) {
        next.add(s.stored(writer.putting).trouble(at));
        next.add(s.withLoose(writer.putting).trouble(at));
      }
    }
  }

  /** Whether the event is counted now. */
  private static boolean offer(AdLedger ledger, AdEvent event, HoursDocument day, Variant variant) {
    OfferResult result = ledger.offer(event, CounterView.EMPTY, AdLedger.NOBODY);
    if (result == OfferResult.NEEDS_HOUR) {
      HoursDocument known =
          switch (variant) {
            case TAKES_NOTHING_BACK -> HoursDocument.empty(AD, DAY);
            case TAKES_BACK_WHAT_IS_NEWER -> newestOnly(day);
            default -> day;
          };
      ledger.takeBack(HOUR, known);
      result = ledger.offer(event, CounterView.EMPTY, AdLedger.NOBODY);
    }
    return result == OfferResult.COUNTED;
  }

  private static HoursDocument newestOnly(HoursDocument day) {
    TreeMap<Long, List<Rolled>> newest = new TreeMap<>();
    day.hours()
        .forEach(
            (quarter, rolled) ->
                newest.put(quarter, List.of(new Rolled(rolled.get(0).counts(), 1))));
    return new HoursDocument(AD, DAY, newest);
  }

  private static void put(State s, int at, Writer writer, Variant variant, List<State> next) {
    AdLedger ledger = writer.ledger.copy();
    AdDocument document = read(ledger.beginPut("w" + s.puts, new PutBuffers()));
    Value value = new Value(document, writer.context);
    State put = s.put(at, new Writer(ledger, writer.context, value, writer.rolling));
    if (variant == Variant.ROLLS_UNCONFIRMED_WRITES && writer.rolling == null) {
      HourRoll roll = now(ledger, document.write().number());
      put = roll == null ? put : put.withRoll(roll);
    }
    next.add(put);
  }

  /** What the ledger counts of the hour now. */
  private static HourRoll now(AdLedger ledger, long number) {
    if (!ledger.hours().isOpen(HOUR)) {
      return null;
    }
    TreeMap<Long, HourCounts> counts = new TreeMap<>();
    counts.put(HOUR, ledger.hours().counts(HOUR));
    return new HourRoll(DAY, number, counts);
  }

  /** A quorum stores the put, and the writer gets the answer. */
  private static void ended(State s, int at, Writer writer, Variant variant, List<State> next) {
    State stored = s.stored(writer.putting);
    if (stored.quorum.size() > 1) {
      next.add(stored.withWriter(at, null)); // answered with siblings
      return;
    }
    AdLedger ledger = writer.ledger.copy();
    ledger.putSucceeded((waiter, repeated) -> {});
    HourRoll roll = ledger.takeRoll();
    Set<String> context = new TreeSet<>(stored.clock);
    if (roll == null || writer.rolling != null) {
      next.add(stored.withWriter(at, new Writer(ledger, context, null, writer.rolling)));
      return;
    }
    if (variant == Variant.DROPS_BEFORE_THE_DAY_IS_STORED) {
      ledger.rolled(roll);
    }
    next.add(stored.withRoll(roll).withWriter(at, new Writer(ledger, context, null, roll)));
  }

  /** A roll reaches the store: by a quorum, with or without its answer; it may come again. */
  private static void land(State s, HourRoll roll, Variant variant, List<State> next) {
    HoursDocument day = variant == Variant.ADDS_DELTAS ? added(s.day, roll) : roll.onto(s.day);
    HoursDocument now = day == null ? s.day : day;
    next.add(s.landed(now, roll, true));
    State once = s.landed(now, roll, false);
    next.add(once);
    for (int at = 0; at < WRITERS; at++) {
      Writer writer = s.writers.get(at);
      if (writer != null && roll.equals(writer.rolling)) {
        AdLedger ledger = writer.ledger.copy();
        if (day != null) {
          drop(ledger, roll, variant);
        }
        next.add(once.withWriter(at, writer.with(ledger).with((HourRoll) null)));
      }
    }
  }

  private static HoursDocument added(HoursDocument day, HourRoll roll) {
    TreeMap<Long, HourCounts> sums = new TreeMap<>();
    roll.hours()
        .forEach(
            (quarter, counts) ->
                sums.put(quarter, day.counts(quarter, Long.MAX_VALUE).plus(counts)));
    return day.with(sums, Math.max(roll.number(), day.newest(HOUR) + 1));
  }

  private static void drop(AdLedger ledger, HourRoll roll, Variant variant) {
    if (variant == Variant.DROPS_WHAT_CAME_SINCE && ledger.hours().isOpen(HOUR)) {
      ledger.hours().drop(HOUR);
    } else {
      ledger.rolled(roll);
    }
  }

  /** Whether some reader finds another count of the hour than that of its events. */
  private static boolean isWrong(State s) {
    for (List<Value> values : s.readings()) {
      AdLedger ledger = ledger(values, s.day);
      long expected = ledger.totals().costMicros() - event(EVENTS).amountMicros();
      long found =
          ledger.hours().isOpen(HOUR)
              ? ledger.hours().counts(HOUR).costMicros()
              : s.day.counts(HOUR, contained(values)).costMicros();
      if (found != expected) {
        return true;
      }
    }
    return false;
  }

  private static long contained(List<Value> values) {
    return values.stream().mapToLong(value -> value.document.write().contains()).max().orElse(0);
  }

  private static boolean isFound(Variant variant) {
    try {
      return isFoundInStates(variant);
    } catch (WrongDocument e) {
      return true;
    }
  }

  private static boolean isFoundInStates(Variant variant) {
    State start = start();
    Set<String> seen = new HashSet<>(Set.of(start.key()));
    Deque<State> open = new ArrayDeque<>(List.of(start));
    while (!open.isEmpty()) {
      State state = open.poll();
      if (isWrong(state)) {
        System.out.printf("%s: found after %,d states%n", variant, seen.size());
        return true;
      }
      for (State each : next(state, variant)) {
        if (seen.add(each.key())) {
          open.add(each);
        }
      }
    }
    System.out.printf("%s: %,d states%n", variant, seen.size());
    return false;
  }

  @ParameterizedTest
  @EnumSource
  void theHourIsWholeInOnePlace(Variant variant) {
    assertThat(isFound(variant)).as("a wrong count is found").isEqualTo(variant.broken);
  }
}
