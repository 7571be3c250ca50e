package clickcounter.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How clicks by the hour are to be rolled, before it is built: visits every order of counting,
 * puts, rolls, drops and take-backs, with one ad, one hour and some events of it. In what a quorum
 * has stored the total is always that of the hour, in the ad's document or in the day's. Each
 * broken variant is found.
 *
 * <pre>
 *   the ad's document    its events, and of the hour: how many while it is open, or when it was rolled
 *   the day's document   of the hour: how many, and the number of the ad's write that says so
 * </pre>
 *
 * <ol>
 *   <li>An hour is rolled from a write that a quorum has stored, as a cumulative value. The day
 *       keeps the one of the highest number.
 *   <li>The ad's document drops the hour after the day's put is stored, if no event of the hour
 *       came since.
 *   <li>A late event takes the hour back: the day is read by a quorum, and what it says has to be
 *       of the write at which the hour was rolled.
 * </ol>
 *
 * <p>A put is stored by a quorum, lost, or on a minority (loose: any read may show it or not). A
 * day's put may land late, when its sender is gone. {@code -Dclickcounter.model.large=true} takes
 * three events instead of two.
 */
class HoursModelTest {
  private static final int EVENTS = Boolean.getBoolean("clickcounter.model.large") ? 3 : 2;
  private static final int MOST_TROUBLES = 2;

  private enum Variant {
    RIGHT(false),
    /** The day adds what came since the last roll. */
    ADDS_DELTAS(true),
    /** The day takes what came last. */
    DAY_IGNORES_NUMBERS(true),
    /** An hour is rolled from a write whose answer is lost. */
    ROLLS_UNCONFIRMED_WRITES(true),
    /** The hour is dropped while the day's put is under way. */
    DROPS_BEFORE_THE_DAY_IS_STORED(true),
    /** The hour is dropped although events came since it was rolled. */
    DROPS_WHAT_CAME_SINCE(true),
    /** A late event begins the hour anew. */
    TAKES_NOTHING_BACK(true),
    /** A late event takes back what one replica says. */
    TAKES_BACK_FROM_ONE_REPLICA(true);

    private final boolean broken;

    Variant(boolean broken) {
      this.broken = broken;
    }
  }

  /**
   * What a write of the ad's document says.
   *
   * @param open events of the hour; {@link #DROPPED} if it was dropped
   * @param rolledAt the number of the write that was rolled, of a dropped hour
   */
  private record Ad(int number, int events, int open, int rolledAt) {
    static final int DROPPED = -1;

    boolean isOpen() {
      return open != DROPPED;
    }

    int total() {
      return Integer.bitCount(events);
    }

    boolean has(int event) {
      return (events & 1 << event) != 0;
    }

    Ad next() {
      return new Ad(number + 1, events, open, rolledAt);
    }

    Ad with(int event) {
      return new Ad(number, events | 1 << event, open + 1, rolledAt);
    }

    Ad takenBack(int count) {
      return new Ad(number, events, count, 0);
    }

    Ad dropped(int at) {
      return new Ad(number, events, DROPPED, at);
    }
  }

  /** What the day's document says of the hour. */
  private record Day(int count, int at) implements Comparable<Day> {
    static final Day NONE = new Day(0, 0);

    @Override
    public int compareTo(Day other) {
      return at != other.at ? Integer.compare(at, other.at) : Integer.compare(count, other.count);
    }
  }

  /**
   * A task's copy.
   *
   * @param stored whether a quorum has the document without what was counted since
   * @param putting the put under way, or null
   * @param dayStoredAt the number of the write whose roll is stored; 0 for none
   */
  private record Copy(Ad ad, boolean stored, Ad putting, int dayStoredAt) {
    Copy with(Ad now) {
      return new Copy(now, false, putting, dayStoredAt);
    }
  }

  private record State(
      Ad quorum, Ad loose, Day day, Day oldDay, Copy copy, Set<Day> rolls, int troubles) {
    State with(Copy now) {
      return new State(quorum, loose, day, oldDay, now, rolls, troubles);
    }

    State withQuorum(Ad now) {
      return new State(now, loose, day, oldDay, copy, rolls, troubles);
    }

    State withLoose(Ad now) {
      return new State(quorum, now, day, oldDay, copy, rolls, troubles);
    }

    State withDay(Day now) {
      return new State(quorum, loose, now, day, copy, rolls, troubles);
    }

    State withRoll(Day roll) {
      Set<Day> now = new TreeSet<>(rolls);
      now.add(roll);
      return new State(quorum, loose, day, oldDay, copy, now, troubles);
    }

    State withoutRoll(Day roll) {
      Set<Day> now = new TreeSet<>(rolls);
      now.remove(roll);
      return new State(quorum, loose, day, oldDay, copy, now, troubles);
    }

    /** The copy is gone; what it has sent may still land. */
    State dropped() {
      return new State(quorum, loose, day, oldDay, null, rolls, troubles + 1);
    }

    boolean isWrong() {
      return quorum.isOpen() ? quorum.open != quorum.total() : day.count != quorum.total();
    }
  }

  private static List<State> next(State s, Variant variant) {
    List<State> next = new ArrayList<>();
    for (Day roll : s.rolls) {
      land(s, roll, variant, next);
    }
    if (s.copy == null) {
      load(s, next);
      return next;
    }
    count(s, variant, next);
    Copy copy = s.copy;
    if (copy.putting != null) {
      boolean same = copy.ad.equals(copy.putting);
      next.add(s.withQuorum(copy.putting).with(new Copy(copy.ad, same, null, copy.dayStoredAt)));
    } else if (!copy.stored) {
      Ad put = copy.ad.next();
      State begun = s.with(new Copy(put, false, put, copy.dayStoredAt));
      next.add(begun);
      if (variant == Variant.ROLLS_UNCONFIRMED_WRITES && put.isOpen()) {
        next.add(begun.withRoll(new Day(put.open, put.number)));
      }
    } else if (copy.ad.isOpen() && copy.ad.open > 0) {
      roll(s, variant, next);
    }
    if (s.troubles < MOST_TROUBLES) {
      trouble(s, next);
    }
    return next;
  }

  /** The copy is stored, and its hour is open. */
  private static void roll(State s, Variant variant, List<State> next) {
    Copy copy = s.copy;
    int delta = copy.ad.open - s.day.count;
    Day roll = new Day(variant == Variant.ADDS_DELTAS ? delta : copy.ad.open, copy.ad.number);
    next.add(s.withRoll(roll)); // sent, and not answered
    boolean mayDrop =
        switch (variant) {
          case DROPS_BEFORE_THE_DAY_IS_STORED -> s.rolls.contains(roll);
          case DROPS_WHAT_CAME_SINCE -> copy.dayStoredAt > 0;
          default -> copy.dayStoredAt == copy.ad.number;
        };
    if (mayDrop) {
      int at = Math.max(copy.dayStoredAt, 1);
      next.add(s.with(copy.with(copy.ad.dropped(at))));
    }
  }

  /** A roll reaches the store: by a quorum, with or without its answer, or it is lost. */
  private static void land(State s, Day roll, Variant variant, List<State> next) {
    Day day =
        switch (variant) {
          case ADDS_DELTAS -> new Day(s.day.count + roll.count, Math.max(s.day.at, roll.at));
          case DAY_IGNORES_NUMBERS -> roll;
          default -> roll.compareTo(s.day) > 0 ? roll : s.day;
        };
    State landed = s.withDay(day);
    next.add(landed); // it may land again, late
    State once = landed.withoutRoll(roll);
    next.add(once);
    if (s.copy != null && s.copy.ad.number >= roll.at) {
      int at = Math.max(roll.at, s.copy.dayStoredAt);
      next.add(once.with(new Copy(s.copy.ad, s.copy.stored, s.copy.putting, at)));
    }
  }

  private static void load(State s, List<State> next) {
    next.add(s.with(new Copy(s.quorum, false, null, 0)));
    if (s.loose != null) {
      merge(s).forEach(merged -> next.add(s.with(new Copy(merged, false, null, 0))));
    }
  }

  /** What the loose write added is counted on top of the quorum's, as if it came late. */
  private static List<Ad> merge(State s) {
    Ad merged =
        new Ad(
            Math.max(s.quorum.number, s.loose.number),
            s.quorum.events,
            s.quorum.open,
            s.quorum.rolledAt);
    int added = Integer.bitCount(s.loose.events & ~s.quorum.events);
    if (added > 0 && !merged.isOpen()) {
      if (s.day.at != merged.rolledAt) {
        return List.of();
      }
      merged = merged.takenBack(s.day.count);
    }
    return List.of(
        new Ad(
            merged.number,
            merged.events | s.loose.events,
            added > 0 ? merged.open + added : merged.open,
            merged.rolledAt));
  }

  private static void count(State s, Variant variant, List<State> next) {
    for (int event = 0; event < EVENTS; event++) {
      Ad ad = s.copy.ad;
      if (ad.has(event)) {
        continue;
      }
      if (ad.isOpen()) {
        next.add(s.with(s.copy.with(ad.with(event))));
      } else if (variant == Variant.TAKES_NOTHING_BACK) {
        next.add(s.with(s.copy.with(ad.takenBack(0).with(event))));
      } else {
        if (s.day.at == ad.rolledAt) {
          next.add(s.with(s.copy.with(ad.takenBack(s.day.count).with(event))));
        }
        if (variant == Variant.TAKES_BACK_FROM_ONE_REPLICA) {
          next.add(s.with(s.copy.with(ad.takenBack(s.oldDay.count).with(event))));
        }
      }
    }
  }

  /** A put in doubt, or a crash: the copy is gone. */
  private static void trouble(State s, List<State> next) {
    next.add(s.dropped());
    if (s.copy.putting != null) {
      next.add(s.withQuorum(s.copy.putting).dropped());
      next.add(s.withLoose(s.copy.putting).dropped());
    }
  }

  private static boolean isFound(Variant variant) {
    State start =
        new State(new Ad(0, 0, 0, 0), null, Day.NONE, Day.NONE, null, Collections.emptySet(), 0);
    Set<State> seen = new HashSet<>(List.of(start));
    Deque<State> open = new ArrayDeque<>(seen);
    while (!open.isEmpty()) {
      State state = open.poll();
      if (state.isWrong()) {
        return true;
      }
      next(state, variant).stream()
          .filter(s -> s.quorum.number < 8)
          .filter(seen::add)
          .forEach(open::add);
    }
    System.out.println(seen.size() + " states");
    return false;
  }

  @ParameterizedTest
  @EnumSource
  void theTotalIsAlwaysThatOfTheHour(Variant variant) {
    assertThat(isFound(variant)).as("a wrong total is found").isEqualTo(variant.broken);
  }
}
