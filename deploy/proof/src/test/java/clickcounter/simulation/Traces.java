package clickcounter.simulation;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What happens in some lives, as numbers that tell two ways of one life apart. Each life is given
 * by one number, for its seed and its kind. Public for its loader's sake, and to be started as a
 * program.
 */
public final class Traces implements UnaryOperator<List<Long>> {
  private static final List<LifeKind> KINDS = List.of(LifeKind.values());

  /** Prints the trace of each life that is given, a line each. */
  public static void main(String[] lives) {
    new Traces().apply(Stream.of(lives).map(Long::valueOf).toList()).forEach(System.out::println);
  }

  /** The lives of all kinds that these seeds give. */
  static List<Long> lives(long firstSeed, long lastSeed) {
    int kinds = KINDS.size();
    return LongStream.range(firstSeed * kinds, (lastSeed + 1) * kinds).boxed().toList();
  }

  @Override
  public List<Long> apply(List<Long> lives) {
    return lives.stream().map(Traces::of).toList();
  }

  private static long of(long life) {
    long seed = life / KINDS.size();
    LifeKind kind = KINDS.get((int) (life % KINDS.size()));
    Life.Result result = Life.run(kind.script(seed));
    if (result.failed()) {
      throw new AssertionError(kind + ", seed " + seed + ": " + result.failure());
    }
    return result.trace();
  }
}
