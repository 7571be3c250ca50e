package clickcounter.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged input of every kind, always the same. {@code .ci/run} damages more with {@code
 * deploy/clicks dev fuzz}, which also damages afresh, and lines of one's own.
 */
@Tag("slow")
class FuzzerTest {
  private static final long FIRST_INPUTS = 16_000;
  private static final long OTHER_INPUTS = 64_000;
  private static final long FIRST_SEED = 1;

  @TempDir private Path directory;

  @Test
  void theFirstInputsKeepTheirPromise() throws Exception {
    requireKept(FIRST_SEED, FIRST_INPUTS, 50);
  }

  @Test
  @Tag("long")
  void theOtherInputsKeepTheirPromise() throws Exception {
    requireKept(FIRST_SEED + FIRST_INPUTS, OTHER_INPUTS, 100);
  }

  private void requireKept(long firstSeed, long inputs, int ofEachTarget) throws Exception {
    SampleLines samples = SampleLines.ofEveryKind();
    Fuzzer fuzzer = new Fuzzer(Fuzzer.targets(samples, directory), firstSeed);
    fuzzer.runWhile(done -> done < inputs);
    System.out.println("from seed " + firstSeed + ": " + fuzzer.tallies());
    assertThat(fuzzer.failure()).isNull();
    assertThat(fuzzer.tallies()).allMatch(tally -> tally.inputs() > ofEachTarget);
    assertThat(fuzzer.tallies().stream().mapToLong(Fuzzer.Tally::inputs).sum()).isEqualTo(inputs);
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
    fuzzer.runWhile(done -> done < 1_000);
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
    fuzzer.runWhile(done -> done < 1_000);
    assertThat(fuzzer.failure().what()).contains("StackOverflowError");
  }
}
