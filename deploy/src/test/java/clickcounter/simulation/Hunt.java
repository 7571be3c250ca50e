package clickcounter.simulation;

import java.util.Map;
import java.util.function.BiFunction;

/** Lives until one fails, in classes of which some may be mutated. Public for its loader's sake. */
public final class Hunt implements BiFunction<Long, Long, Map.Entry<Long, String>> {
  /**
   * @param firstSeed of the lives
   * @param mostLives of them
   * @return how many lives it took, and how the last of them failed; empty when none did
   */
  @Override
  public Map.Entry<Long, String> apply(Long firstSeed, Long mostLives) {
    Lives lives = new Lives(firstSeed);
    lives.liveAtMost(mostLives);
    String failure = lives.failed() == null ? "" : lives.failed().failure();
    return Map.entry(lives.statistics().lives, failure);
  }
}
