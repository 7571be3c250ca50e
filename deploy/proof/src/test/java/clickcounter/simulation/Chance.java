package clickcounter.simulation;

import java.util.List;
import java.util.SplittableRandom;

/** Choices that a seed determines. */
final class Chance {
  private final SplittableRandom random;

  Chance(long seed) {
    this(new SplittableRandom(seed));
  }

  private Chance(SplittableRandom random) {
    this.random = random;
  }

  /** A source of choices of its own, so that what others draw does not change these. */
  Chance fork() {
    return new Chance(random.split());
  }

  SplittableRandom generator() {
    return random;
  }

  boolean happens(double probability) {
    return probability > 0 && random.nextDouble() < probability;
  }

  /** From 0 to {@code bound - 1}. */
  int below(int bound) {
    return random.nextInt(bound);
  }

  /** Both ends included. */
  long between(long least, long most) {
    return least + random.nextLong(most - least + 1);
  }

  /** From {@code least} to {@code most}, small ones more often: as likely 1 to 10 as 10 to 100. */
  long skewed(long least, long most) {
    double share = random.nextDouble();
    double span = Math.log1p(most - least);
    return Math.min(most, least + (long) Math.expm1(share * span));
  }

  <T> T of(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
