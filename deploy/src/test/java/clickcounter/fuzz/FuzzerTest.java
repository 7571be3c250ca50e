package clickcounter.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.replay.archive.Troubles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged input of every kind, in a fixed set and for a while in a fresh one. {@code
 * -Dclickcounter.fuzz.seconds=600} lets it go on for longer.
 */
class FuzzerTest {
  private static final int FIXED = 700;
  private static final int SECONDS = Integer.getInteger("clickcounter.fuzz.seconds", 45);
  private static final int MOST_DRAWN = 1_000_000_000;
  private static final Path REAL = Path.of("shared", "data", "zozotown", "queue.ndjson.gz");

  @TempDir private Path directory;

  /** A real shop's lines where they are at hand. */
  private static SampleLines samples() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.exists(at.resolve(REAL))) {
        return new SampleLines(FuzzCommand.linesOf(List.of(at.resolve(REAL)), new Troubles()));
      }
    }
    return SampleLines.ofEveryKind();
  }

  private void requireKept(SampleLines samples, long firstSeed, int seconds)
      throws InterruptedException {
    Fuzzer fuzzer = new Fuzzer(Fuzzer.targets(samples, directory.resolve("a")), firstSeed);
    fuzzer.runFor(TimeUnit.SECONDS.toNanos(seconds));
    System.out.println("from seed " + firstSeed + ": " + fuzzer.tallies());
    assertThat(fuzzer.failure()).isNull();
    assertThat(fuzzer.tallies()).allMatch(tally -> tally.inputs() > 0);
  }

  @Test
  void everyFixedInputKeepsItsPromise() throws Exception {
    List<FuzzTarget> targets = Fuzzer.targets(SampleLines.ofEveryKind(), directory.resolve("a"));
    for (int seed = 0; seed < FIXED; seed++) {
      FuzzTarget target = targets.get(seed % targets.size());
      FuzzCase drawn = target.draw(new Random(seed));
      try {
        drawn.claim().check();
      } catch (Exception | AssertionError e) {
        throw new AssertionError(target.name() + ", seed " + seed + ": " + drawn.input().get(), e);
      }
    }
  }

  @Test
  void everyFreshInputKeepsItsPromise() throws InterruptedException {
    long seed = new SecureRandom().nextInt(MOST_DRAWN);
    requireKept(samples(), seed, SECONDS / 2);
    requireKept(SampleLines.ofEveryKind(), seed, SECONDS / 2);
  }

  /** Reads like the given one until a certain seed, where it does something else. */
  private static FuzzTarget wrongAt(int input, FuzzCase.Claim wrong) {
    int[] drawn = {0};
    return new FuzzTarget() {
      @Override
      public String name() {
        return "wrong";
      }

      @Override
      public FuzzCase draw(Random random) {
        return new FuzzCase(() -> "the input", drawn[0]++ == input ? wrong : () -> {});
      }
    };
  }

  @Test
  void aBrokenPromiseIsToldWithItsSeedAndInput() throws InterruptedException {
    FuzzTarget wrong = wrongAt(5, () -> FuzzCase.require(false, "lost %s", "an event"));
    Fuzzer fuzzer = new Fuzzer(List.of(wrong), 100);
    fuzzer.runFor(TimeUnit.MINUTES.toNanos(1));
    assertThat(fuzzer.failure().seed()).isEqualTo(105);
    assertThat(fuzzer.failure().input()).isEqualTo("the input");
    assertThat(fuzzer.failure().what()).contains("lost an event");
  }

  @Test
  void aCrashIsToldToo() throws InterruptedException {
    FuzzTarget wrong =
        wrongAt(
            0,
            () -> {
              throw new StackOverflowError();
            });
    Fuzzer fuzzer = new Fuzzer(List.of(wrong), 100);
    fuzzer.runFor(TimeUnit.MINUTES.toNanos(1));
    assertThat(fuzzer.failure().what()).contains("StackOverflowError");
  }
}
