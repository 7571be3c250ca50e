package clickcounter.simulation;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
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
   * Lives with the mutant until one fails by one of these claims.
   *
   * @param skipped lives from the first on that are not lived
   * @param mostLives after them
   */
  @SuppressWarnings("unchecked")
  Hunted hunt(Mutant mutant, long skipped, long mostLives, Set<String> claims) {
    BiFunction<long[], Set<String>, List<String>> hunt =
        (BiFunction<long[], Set<String>, List<String>>) in(mutant, Hunt.class);
    return hunted(hunt.apply(new long[] {skipped, mostLives}, claims));
  }

  /** The same without any mutant, in the classes of this program. */
  static Hunted huntUnchanged(long skipped, long mostLives, Set<String> claims) {
    return hunted(new Hunt().apply(new long[] {skipped, mostLives}, claims));
  }

  private static Hunted hunted(List<String> hunted) {
    return new Hunted(Long.parseLong(hunted.get(0)), hunted.get(1), hunted.get(2), hunted.get(3));
  }

  /** The shortest script found in which the mutant fails, line by line. */
  @SuppressWarnings("unchecked")
  List<String> shorten(Mutant mutant) {
    return ((LongFunction<List<String>>) in(mutant, ShortenedHunt.class)).apply(Hunt.FIRST_SEED);
  }

  /** What happens in these lives, in classes that nothing was done with before. */
  @SuppressWarnings("unchecked")
  List<Long> traces(List<Long> lives) {
    return ((UnaryOperator<List<Long>>) in(Mutant.NONE, Traces.class)).apply(lives);
  }

  /** Loads this project's classes, as the mutant changes them. */
  ClassLoader loader(Mutant mutant) {
    return new MutantLoader(sources.compile(mutant));
  }

  private Object in(Mutant mutant, Class<?> what) {
    try {
      return loader(mutant).loadClass(what.getName()).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
