package clickcounter.simulation;

import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.Predicate;

/**
 * Runs lives one after the other: of each seed those that {@link LifeKind#among} says, or for a
 * single seed all kinds.
 */
final class Lives {
  private final Statistics statistics = new Statistics();
  private final Predicate<Life.Result> lookedFor;
  private long nextSeed;
  private long toSkip;
  private Life.Result found;

  /** Until a life fails. */
  Lives(long firstSeed) {
    this(firstSeed, Life.Result::failed);
  }

  /**
   * @param lookedFor the life that is the last one
   */
  Lives(long firstSeed, Predicate<Life.Result> lookedFor) {
    this.lookedFor = lookedFor;
    nextSeed = firstSeed;
  }

  /** Skips this many lives. */
  void skip(long lives) {
    toSkip = lives;
  }

  /**
   * Lives all kinds of the first seed, and on until a life is found.
   *
   * @param goesOn whether to go on when so many seeds have been lived
   */
  void liveWhile(LongPredicate goesOn) {
    long firstSeed = nextSeed;
    liveNext(List.of(LifeKind.values()), Long.MAX_VALUE);
    while (found == null && goesOn.test(nextSeed - firstSeed)) {
      liveNext(LifeKind.among(nextSeed), Long.MAX_VALUE);
    }
  }

  /** Lives this many lives, or until one is found. */
  void liveAtMost(long lives) {
    while (found == null && statistics.of(Tally.LIVES) < lives) {
      liveNext(LifeKind.among(nextSeed), lives);
    }
  }

  private void liveNext(List<LifeKind> kinds, long mostLives) {
    for (LifeKind kind : kinds) {
      if (toSkip > 0) {
        toSkip--;
      } else if (found == null && statistics.of(Tally.LIVES) < mostLives) {
        live(kind.script(nextSeed));
      }
    }
    nextSeed++;
  }

  private void live(Script script) {
    Life.Result result = Life.run(script);
    statistics.add(result.statistics());
    if (lookedFor.test(result)) {
      found = result;
    }
  }

  Statistics statistics() {
    return statistics;
  }

  /** The life that was looked for, or null. */
  Life.Result found() {
    return found;
  }
}
