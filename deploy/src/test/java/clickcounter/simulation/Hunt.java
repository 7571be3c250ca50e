package clickcounter.simulation;

import java.util.Map;
import java.util.function.BiFunction;

/** Lives until one fails, in classes of which some may be mutated. Public for its loader's sake. */
public final class Hunt implements BiFunction<Long, Long, Map.Entry<Long, String>> {
  /** Of every hunt. */
  static final long FIRST_SEED = 1;

  /**
   * @param skipped lives from the first seed on that are not lived
   * @param mostLives after them
   * @return how many lives it took, and how the last of them failed; empty when none did
   */
  @Override
  public Map.Entry<Long, String> apply(Long skipped, Long mostLives) {
    Lives lives = new Lives(FIRST_SEED);
    lives.skip(skipped);
    lives.liveAtMost(mostLives);
    String failure = lives.failed() == null ? "" : lives.failed().failure();
    return Map.entry(lives.statistics().lives, failure);
  }
}
