package clickcounter.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What happened in one life, or in many. */
final class Statistics {
  private final long[] checks = new long[Invariant.values().length];
  private final long[] tallies = new long[Tally.values().length];

  /** This claim was held against what happened. */
  void checked(Invariant claim) {
    checks[claim.ordinal()]++;
  }

  /** How often this claim was held against what happened. */
  long checks(Invariant claim) {
    return checks[claim.ordinal()];
  }

  void count(Tally tally) {
    count(tally, 1);
  }

  void count(Tally tally, long more) {
    tallies[tally.ordinal()] += more;
  }

  long of(Tally tally) {
    return tallies[tally.ordinal()];
  }

  void add(Statistics other) {
    Arrays.setAll(checks, i -> checks[i] + other.checks[i]);
    Arrays.setAll(tallies, i -> tallies[i] + other.tallies[i]);
  }

  /** One line for each number. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Tally tally : Tally.values()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%s: %,d (%,.1f a life)",
              tally.name().toLowerCase(Locale.ROOT).replace('_', ' '),
              of(tally),
              of(tally) / (double) Math.max(1, of(Tally.LIVES))));
    }
    return lines;
  }
}
