package clickcounter.simulation;

import java.util.ArrayList;
import java.util.List;

/** Many lives one after the other, each seed's as it was drawn and once more on noisy replicas. */
final class Lives {
  private final Statistics statistics = new Statistics();
  private long nextSeed;
  private Life.Result failed;

  Lives(long firstSeed) {
    nextSeed = firstSeed;
  }

  /** Lives on for this long, at least one seed, or until a life fails. */
  void liveFor(long nanos) {
    long start = System.nanoTime();
    do {
      live(Script.draw(nextSeed));
      live(Script.drawNoisy(nextSeed));
      nextSeed++;
    } while (failed == null && System.nanoTime() - start < nanos);
  }

  private void live(Script script) {
    if (failed == null) {
      Life.Result result = Life.run(script);
      statistics.add(result.statistics());
      if (result.failed()) {
        failed = result;
      }
    }
  }

  Statistics statistics() {
    return statistics;
  }

  /** The life that failed, or null. */
  Life.Result failed() {
    return failed;
  }

  /**
   * A shorter script that fails too: steps are left out, many at once and then one by one, as long
   * as a life without them fails in whatever way.
   */
  static Life.Result shortened(Life.Result found, int mostLives) {
    Life.Result best = found;
    int lives = 0;
    int share = Math.max(1, found.script().steps().size() / 2);
    while (true) {
      boolean shorter = false;
      for (int from = 0; from < best.script().steps().size() && lives < mostLives; lives++) {
        Life.Result result = Life.run(without(best.script(), from, share));
        if (result.failed()) {
          best = result;
          shorter = true;
        } else {
          from += share;
        }
      }
      if (lives >= mostLives || share == 1 && !shorter) {
        return best;
      }
      share = Math.max(1, share / 2);
    }
  }

  private static Script without(Script script, int from, int count) {
    List<Step> left = new ArrayList<>(script.steps());
    left.subList(from, Math.min(left.size(), from + count)).clear();
    return script.with(left);
  }
}
