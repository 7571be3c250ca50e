package clickcounter.fuzz;

import java.nio.file.Path;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged input of every kind that comes from outside keeps the promise of its reader. The seeds
 * are always the same; {@code -Dfuzz.seed=N} begins elsewhere. A failure names the seed and the
 * input.
 */
@Tag("slow")
class DamagedInputsTest {
  private static final long FIRST_SEED = Long.getLong("fuzz.seed", 1);
  private static final long SOME = 2_000;
  private static final long MANY = 40_000;

  /** An archive takes as long as a hundred lines. */
  private static final long LINES_OF_AN_ARCHIVE = 20;

  @TempDir private Path directory;

  @TestFactory
  @Timeout(120)
  Stream<DynamicTest> someInputsKeepTheirPromise() {
    return tests(FIRST_SEED, SOME);
  }

  @TestFactory
  @Tag("long")
  @Timeout(600)
  Stream<DynamicTest> manyInputsKeepTheirPromise() {
    return tests(FIRST_SEED + SOME, MANY);
  }

  private Stream<DynamicTest> tests(long firstSeed, long inputs) {
    SampleLines samples = new SampleLines();
    LinesTarget lines = new LinesTarget(samples);
    return Stream.concat(
        Stream.of(
            test("event lines", lines::draw, firstSeed, inputs),
            test("messages", lines::drawMessage, firstSeed, inputs),
            test(
                "archive files",
                new ArchivesTarget(samples, directory.resolve("archive"))::draw,
                firstSeed,
                inputs / LINES_OF_AN_ARCHIVE)),
        DocumentsTarget.KINDS.stream()
            .map(kind -> test(kind.title(), new DocumentsTarget(kind)::draw, firstSeed, inputs)));
  }

  private static DynamicTest test(
      String target, Function<Random, FuzzCase> draw, long firstSeed, long inputs) {
    return DynamicTest.dynamicTest(
        target,
        () -> {
          for (long seed = firstSeed; seed < firstSeed + inputs; seed++) {
            // Neighbouring seeds alone would draw alike.
            FuzzCase drawn = draw.apply(new Random(seed * 0x9E3779B97F4A7C15L >>> 1));
            try {
              drawn.claim().check();
            } catch (Exception | Error e) {
              throw new AssertionError("seed " + seed + ", input " + drawn.input().get(), e);
            }
          }
        });
  }
}
