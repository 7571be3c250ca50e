package clickcounter.simulation;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.LongFunction;

/** Runs the simulation in worlds of their own, in which one decision is wrong. */
final class MutantWorlds {
  /** Of every hunt. */
  static final long FIRST_SEED = 1;

  private final MutatedSources sources;

  /**
   * @param root of the repository
   */
  MutantWorlds(Path root) {
    sources = new MutatedSources(root, System.getProperty("java.class.path"));
  }

  /** Lives with the mutant until one fails, or there were as many as it may take. */
  @SuppressWarnings("unchecked")
  Hunted hunt(Mutant mutant) {
    BiFunction<Long, Long, Map.Entry<Long, String>> hunt =
        (BiFunction<Long, Long, Map.Entry<Long, String>>) in(mutant, Hunt.class);
    Map.Entry<Long, String> found = hunt.apply(FIRST_SEED, (long) mutant.mostLives());
    return new Hunted(found.getKey(), found.getValue());
  }

  /** The shortest script found in which the mutant fails, line by line. */
  @SuppressWarnings("unchecked")
  List<String> shorten(Mutant mutant) {
    return ((LongFunction<List<String>>) in(mutant, ShortenedHunt.class)).apply(FIRST_SEED);
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
