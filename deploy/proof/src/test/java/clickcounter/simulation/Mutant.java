package clickcounter.simulation;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One wrong decision in production code, that the simulation has to find.
 *
 * @param name as in the table
 * @param breaks the rule or promise that it breaks
 * @param edits what makes the decision wrong
 * @param mostLives within which the simulation finds it, from the first seed on
 * @param notBy claims that do not count: their checks see only a consequence, or another one is to
 *     be shown to see it
 */
record Mutant(String name, String breaks, List<Edit> edits, int mostLives, Set<Invariant> notBy) {
  /** Within which most mutants are found. */
  static final int MOST_LIVES = 250;

  /** Of which there is none. */
  static final Mutant NONE = of("none", "nothing");

  /**
   * A change of one source file.
   *
   * @param file below the repository's root
   * @param find what stands there exactly once, white space aside
   * @param replacement what stands there instead
   */
  record Edit(String file, String find, String replacement) {}

  static Mutant of(String name, String breaks, Edit... edits) {
    return new Mutant(name, breaks, List.of(edits), MOST_LIVES, Set.of());
  }

  Mutant within(int lives) {
    return new Mutant(name, breaks, edits, lives, notBy);
  }

  /** The same, to be found by a claim other than these. */
  Mutant notBy(Invariant... claims) {
    return new Mutant(name, breaks, edits, mostLives, Set.of(claims));
  }

  /** The same, to be found by this claim. */
  Mutant onlyBy(Invariant claim) {
    return new Mutant(name, breaks, edits, mostLives, EnumSet.complementOf(EnumSet.of(claim)));
  }

  /**
   * What may find it. An exception of a task never does: the code noticed by itself, and the mutant
   * may have broken that alone.
   */
  Set<String> claims() {
    return EnumSet.allOf(Invariant.class).stream()
        .filter(invariant -> !notBy.contains(invariant))
        .map(invariant -> invariant.claim)
        .collect(Collectors.toSet());
  }

  @Override
  public String toString() {
    return name;
  }
}
