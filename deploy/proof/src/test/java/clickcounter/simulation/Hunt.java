package clickcounter.simulation;

import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * Lives until one fails by a certain claim, in classes of which some may be mutated. Lives that
 * fail in another way do not end it. Public for its loader's sake.
 */
public final class Hunt implements BiFunction<long[], Set<String>, List<String>> {
  /** Of every hunt. */
  static final long FIRST_SEED = 1;

  /**
   * @param range how many lives from the first seed on are not lived, and how many are after them
   * @param claims of which one has to be found wrong
   * @return the number of the last life, the claim that was found wrong in it, and how: both empty
   *     if none was; and how many lives failed in other ways, by what was wrong
   */
  @Override
  public List<String> apply(long[] range, Set<String> claims) {
    TreeMap<String, Integer> others = new TreeMap<>();
    Lives lives = new Lives(FIRST_SEED, result -> isFound(result, claims, others));
    lives.skip(range[0]);
    lives.liveAtMost(range[1]);
    Life.Result found = lives.found();
    return List.of(
        Long.toString(range[0] + lives.statistics().of(Tally.LIVES)),
        found == null ? "" : found.check(),
        found == null ? "" : found.failure(),
        others.isEmpty() ? "" : others.toString());
  }

  private static boolean isFound(
      Life.Result result, Set<String> claims, TreeMap<String, Integer> others) {
    if (!result.failed()) {
      return false;
    }
    if (claims.contains(result.check())) {
      return true;
    }
    others.merge(result.check(), 1, Integer::sum);
    return false;
  }
}
