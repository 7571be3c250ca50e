package clickcounter.simulation;

import java.util.List;
import java.util.function.LongFunction;

/** Lives until one fails, then shortens its script. Public for its loader's sake. */
public final class ShortenedHunt implements LongFunction<List<String>> {
  private static final int SHORTENING_LIVES = 300;

  @Override
  public List<String> apply(long firstSeed) {
    Lives lives = new Lives(firstSeed);
    lives.liveAtMost(Mutant.MOST_LIVES);
    Life.Result shortest = new Shortening(lives.found(), SHORTENING_LIVES).shortest();
    if (!shortest.check().equals(lives.found().check())) {
      throw new AssertionError(shortest.check() + " is not " + lives.found().check());
    }
    Life.Result again = Life.run(shortest.script());
    if (!shortest.failure().equals(again.failure())) {
      throw new AssertionError(shortest.failure() + " is not " + again.failure());
    }
    return shortest.script().lines();
  }
}
