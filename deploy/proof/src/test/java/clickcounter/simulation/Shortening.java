package clickcounter.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * Looks for a shorter script that fails the same check. It leaves out steps, then events, many at
 * once and then one by one (delta debugging), until nothing more can go.
 */
final class Shortening {
  private final int mostLives;
  private int lives;
  private Life.Result best;

  /**
   * @param found a life that failed
   * @param mostLives that the search may take
   */
  Shortening(Life.Result found, int mostLives) {
    this.best = found;
    this.mostLives = mostLives;
  }

  Life.Result shortest() {
    int before;
    do {
      before = size(best.script());
      dropSteps();
      dropWishes();
    } while (size(best.script()) < before && lives < mostLives);
    return best;
  }

  private static int size(Script script) {
    int wishes = 0;
    for (Step step : script.steps()) {
      wishes += step instanceof Step.Log s ? s.wishes().size() : 0;
    }
    return script.steps().size() + wishes;
  }

  private boolean tryOut(Script script) {
    if (lives >= mostLives || script.equals(best.script())) {
      return false;
    }
    lives++;
    Life.Result result = Life.run(script);
    boolean same = result.failed() && result.check().equals(best.check());
    if (same) {
      best = result;
    }
    return same;
  }

  private void dropSteps() {
    for (int share = half(best.script().steps().size()); share > 0; share /= 2) {
      for (int from = 0; from < best.script().steps().size(); ) {
        if (!tryOut(best.script().withSteps(without(best.script().steps(), from, share)))) {
          from += share;
        }
      }
    }
  }

  private void dropWishes() {
    for (int at = 0; at < best.script().steps().size(); at++) {
      if (best.script().steps().get(at) instanceof Step.Log log) {
        dropWishes(at, log);
      }
    }
  }

  private void dropWishes(int at, Step.Log log) {
    List<Step.Wish> wishes = log.wishes();
    for (int share = half(wishes.size()); share > 0 && wishes.size() > 1; share /= 2) {
      for (int from = 0; from < wishes.size() && wishes.size() > share; ) {
        List<Step.Wish> fewer = without(wishes, from, share);
        List<Step> steps = new ArrayList<>(best.script().steps());
        steps.set(at, new Step.Log(log.atMs(), log.service(), fewer));
        if (tryOut(best.script().withSteps(steps))) {
          wishes = fewer;
        } else {
          from += share;
        }
      }
    }
  }

  private static int half(int size) {
    return Math.max(1, size / 2);
  }

  private static <T> List<T> without(List<T> all, int from, int count) {
    List<T> left = new ArrayList<>(all);
    left.subList(from, Math.min(left.size(), from + count)).clear();
    return left;
  }
}
