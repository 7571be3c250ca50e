package clickcounter.simulation;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.LongFunction;

/** Runs the simulation in worlds of their own, in which one decision is wrong. */
final class MutantWorlds {
  private final MutatedSources sources;

  /**
   * @param root of the repository
   */
  MutantWorlds(Path root) {
    sources = new MutatedSources(root, System.getProperty("java.class.path"));
  }

  /**
   * Lives with the mutant until one fails, or there were as many as it may take.
   *
   * @param likely the life that is lived first, as it found the mutant before; 0 for none
   */
  @SuppressWarnings("unchecked")
  Hunted hunt(Mutant mutant, long likely) {
    BiFunction<Long, Long, Map.Entry<Long, String>> hunt =
        (BiFunction<Long, Long, Map.Entry<Long, String>>) in(mutant, Hunt.class);
    if (likely > 0 && likely <= mutant.mostLives()) {
      String failure = hunt.apply(likely - 1, 1L).getValue();
      if (!failure.isEmpty()) {
        return new Hunted(likely, failure);
      }
    }
    Map.Entry<Long, String> found = hunt.apply(0L, (long) mutant.mostLives());
    return new Hunted(found.getKey(), found.getValue());
  }

  /** The shortest script found in which the mutant fails, line by line. */
  @SuppressWarnings("unchecked")
  List<String> shorten(Mutant mutant) {
    return ((LongFunction<List<String>>) in(mutant, ShortenedHunt.class)).apply(Hunt.FIRST_SEED);
  }

  private Object in(Mutant mutant, Class<?> what) {
    try {
      return new MutantLoader(sources.compile(mutant))
          .loadClass(what.getName())
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
