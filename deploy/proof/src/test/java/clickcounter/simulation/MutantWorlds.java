package clickcounter.simulation;

import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;

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
    BiFunction<Long, Long, List<String>> hunt =
        (BiFunction<Long, Long, List<String>>) in(mutant, Hunt.class);
    if (likely > 0 && likely <= mutant.mostLives()) {
      List<String> there = hunt.apply(likely - 1, 1L);
      if (!there.get(1).isEmpty()) {
        return new Hunted(likely, there.get(1), there.get(2));
      }
    }
    List<String> found = hunt.apply(0L, (long) mutant.mostLives());
    return new Hunted(Long.parseLong(found.get(0)), found.get(1), found.get(2));
  }

  /** The shortest script found in which the mutant fails, line by line. */
  @SuppressWarnings("unchecked")
  List<String> shorten(Mutant mutant) {
    return ((LongFunction<List<String>>) in(mutant, ShortenedHunt.class)).apply(Hunt.FIRST_SEED);
  }

  /** What happens in the lives of these seeds, in classes that nothing was done with before. */
  @SuppressWarnings("unchecked")
  List<Long> traces(List<Long> seeds) {
    Mutant none = new Mutant("none", "nothing", List.of(), 1);
    return ((UnaryOperator<List<Long>>) in(none, Traces.class)).apply(seeds);
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
