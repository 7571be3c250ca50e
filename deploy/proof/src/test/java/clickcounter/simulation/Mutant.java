package clickcounter.simulation;

import java.util.List;

/**
 * One wrong decision in production code, that the simulation has to find.
 *
 * @param name as in the table
 * @param breaks the rule or promise that it breaks
 * @param edits what makes the decision wrong
 * @param mostLives within which the simulation finds it, from the first seed on
 */
record Mutant(String name, String breaks, List<Edit> edits, int mostLives) {
  /** Within which most mutants are found. */
  static final int MOST_LIVES = 250;

  /**
   * A change of one source file.
   *
   * @param file below the repository's root
   * @param find what stands there exactly once, white space aside
   * @param replacement what stands there instead
   */
  record Edit(String file, String find, String replacement) {}

  static Mutant of(String name, String breaks, Edit... edits) {
    return new Mutant(name, breaks, List.of(edits), MOST_LIVES);
  }

  Mutant within(int lives) {
    return new Mutant(name, breaks, edits, lives);
  }

  @Override
  public String toString() {
    return name;
  }
}
