package clickcounter.simulation;

import java.util.List;
import java.util.function.BiFunction;

/** Lives until one fails, in classes of which some may be mutated. Public for its loader's sake. */
public final class Hunt implements BiFunction<Long, Long, List<String>> {
  /** Of every hunt. */
  static final long FIRST_SEED = 1;

  /**
   * @param skipped lives from the first seed on that are not lived
   * @param mostLives after them
   * @return how many lives it took, what was found wrong in the last of them, and how it failed;
   *     both empty when none did
   */
  @Override
  public List<String> apply(Long skipped, Long mostLives) {
    Lives lives = new Lives(FIRST_SEED);
    lives.skip(skipped);
    lives.liveAtMost(mostLives);
    boolean failed = lives.failed() != null;
    return List.of(
        Long.toString(lives.statistics().lives),
        failed ? lives.failed().check() : "",
        failed ? lives.failed().failure() : "");
  }
}
