package clickcounter.simulation;

import java.util.List;
import java.util.function.LongFunction;

/** The kinds of lives that a seed can give. */
enum LifeKind {
  DRAWN(Script::draw),
  NOISY(Script::drawNoisy),
  HOSTILE(Script::drawHostile),
  RECOUNTED(Script::drawRecounted),
  CALM(Script::drawCalm),
  PUBLISHED(Script::drawPublished),
  SLOW(Script::drawSlow);

  private static final int ALL_EVERY = 4;
  private static final List<LifeKind> ALL = List.of(values());
  private static final List<LifeKind> OF_EACH_SEED = List.of(DRAWN, NOISY, HOSTILE);

  private final LongFunction<Script> drawn;

  LifeKind(LongFunction<Script> drawn) {
    this.drawn = drawn;
  }

  Script script(long seed) {
    return drawn.apply(seed).withVerdicts();
  }

  /** Where many seeds are lived: each gives the first three kinds, each fourth one all kinds. */
  static List<LifeKind> among(long seed) {
    return seed % ALL_EVERY == 0 ? ALL : OF_EACH_SEED;
  }
}
