package clickcounter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The simulation sees: each wrong decision is found within a stated number of lives, from one seed
 * on that is the same for all.
 *
 * <p>{@code -Dmutants.only=TEXT} tries those whose name contains the text. {@code
 * -Dmutants.write=true} writes the table anew: what the lives that each took are.
 */
class MutantsTest {
  private static final int MINUTES = 10;
  private static final Path ROOT = MutatedSources.repository();
  private static final Path TABLE =
      ROOT.resolve("deploy/src/test/resources/clickcounter/simulation/mutants.md");
  private static final ExecutorService POOL =
      Executors.newFixedThreadPool(Math.max(1, Runtime.getRuntime().availableProcessors()));
  private static final Map<String, Future<Hunted>> HUNTED = new LinkedHashMap<>();

  static Stream<Mutant> mutants() {
    String only = System.getProperty("mutants.only", "");
    return Mutants.all().stream().filter(m -> m.name().contains(only));
  }

  @BeforeAll
  static void hunt() {
    MutantWorlds worlds = new MutantWorlds(ROOT);
    mutants().forEach(m -> HUNTED.put(m.name(), POOL.submit(() -> worlds.hunt(m))));
  }

  @AfterAll
  static void end() {
    POOL.shutdownNow();
  }

  @ParameterizedTest
  @MethodSource("mutants")
  void isFound(Mutant mutant) throws Exception {
    Hunted hunted = HUNTED.get(mutant.name()).get(MINUTES, TimeUnit.MINUTES);
    System.out.println(mutant.name() + ": " + hunted);
    assertThat(hunted.failure())
        .as(
            "mutant '%s' (breaks: %s) was not found in %d lives: either it breaks nothing any more, or the"
                + " simulation has become blind for it",
            mutant.name(), mutant.breaks(), hunted.lives())
        .isNotEmpty();
  }

  @Test
  void unchangedCodeKeepsThePromiseInAsManyLives() {
    Mutant none = new Mutant("none", "nothing", List.of(), Mutant.MOST_LIVES);
    assertThat(new MutantWorlds(ROOT).hunt(none).failure()).isEmpty();
  }

  @Test
  void theTableNamesExactlyTheMutantsThatThereAre() throws Exception {
    if (Boolean.getBoolean("mutants.write")) {
      writeTable();
    }
    List<String> named =
        Files.readAllLines(TABLE).stream().filter(line -> line.startsWith("| `")).toList();
    assertThat(named)
        .as("%s; write it anew with -Dmutants.write=true", TABLE)
        .map(line -> line.substring(0, line.lastIndexOf('|', line.length() - 2)))
        .containsExactlyElementsOf(Mutants.all().stream().map(MutantsTest::row).toList());
  }

  private static String row(Mutant mutant) {
    return "| `%s` | %s | %d ".formatted(mutant.name(), mutant.breaks(), mutant.mostLives());
  }

  private static void writeTable() throws Exception {
    StringBuilder text =
        new StringBuilder(
            """
            # What the simulation sees

            Each line is one wrong decision, made in the production's source and compiled in memory by `MutantsTest`,
            and the number of lives from the first seed on in which the simulation found it. Written by that test with
            `-Dmutants.write=true`; a change of the simulation changes the lives, which the test does not compare.

            | wrong decision | breaks | within lives | found in life |
            | --- | --- | --- | --- |
            """);
    for (Mutant mutant : Mutants.all()) {
      Hunted hunted = HUNTED.get(mutant.name()).get(MINUTES, TimeUnit.MINUTES);
      text.append(row(mutant)).append("| ").append(hunted.lives()).append(" |\n");
    }
    write(text.toString());
  }

  private static void write(String text) throws IOException {
    Files.createDirectories(TABLE.getParent());
    Files.writeString(TABLE, text);
  }
}
