package clickcounter.simulation;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * What happens in some lives, as numbers that tell two ways of one life apart. Public for its
 * loader's sake, and to be started as a program.
 */
public final class Traces implements UnaryOperator<List<Long>> {
  /** Prints the trace of each seed that is given, a line each. */
  public static void main(String[] seeds) {
    new Traces().apply(Stream.of(seeds).map(Long::valueOf).toList()).forEach(System.out::println);
  }

  @Override
  public List<Long> apply(List<Long> seeds) {
    return seeds.stream().map(Traces::of).toList();
  }

  private static long of(long seed) {
    Script script =
        switch ((int) (seed % 6)) {
          case 0 -> Script.drawNoisy(seed);
          case 1 -> Script.drawHostile(seed);
          case 2 -> Script.drawCalm(seed);
          case 3 -> Script.drawRecounted(seed);
          case 4 -> Script.drawPublished(seed);
          default -> Script.draw(seed);
        };
    Life.Result result = Life.run(script);
    if (result.failed()) {
      throw new AssertionError("seed " + seed + ": " + result.failure());
    }
    return result.trace();
  }
}
