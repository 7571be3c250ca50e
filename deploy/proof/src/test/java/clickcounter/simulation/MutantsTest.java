package clickcounter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The simulation sees: each wrong decision is found within a stated number of lives, from one seed
 * on that is the same for all. The life in which the table says that it was found is lived first,
 * the others only when it is not found there any more.
 *
 * <p>{@code -Dmutants.only=TEXT,TEXT} tries those whose name contains one of the texts. {@code
 * -Dmutants.write=true} lives all from the first on, and writes the table anew.
 */
@Tag("slow")
class MutantsTest {
  private static final int MINUTES = 40;
  private static final int CONTROL_LIVES = 20;
  private static final boolean WRITE = Boolean.getBoolean("mutants.write");
  private static final Path ROOT = MutatedSources.repository();
  private static final Path TABLE =
      ROOT.resolve("deploy/proof/src/test/resources/clickcounter/simulation/mutants.md");
  private static final ExecutorService POOL =
      Executors.newFixedThreadPool(Math.max(1, Runtime.getRuntime().availableProcessors()));
  private static final Map<String, Future<Hunted>> HUNTED = new LinkedHashMap<>();

  static Stream<Mutant> mutants() {
    String only = System.getProperty("mutants.only", "");
    List<String> texts = List.of(only.split(","));
    return Mutants.all().stream().filter(m -> texts.stream().anyMatch(m.name()::contains));
  }

  @BeforeAll
  static void hunt() {
    MutantWorlds worlds = new MutantWorlds(ROOT);
    Map<String, Row> table = WRITE ? Map.of() : table();
    mutants()
        .forEach(
            m ->
                HUNTED.put(
                    m.name(),
                    POOL.submit(() -> worlds.hunt(m, table.getOrDefault(m.name(), NONE).life))));
  }

  /** By the table: in which life each mutant was found when it was written, and by what. */
  private record Row(long life, String check) {}

  private static final Row NONE = new Row(0, "");

  private static Map<String, Row> table() {
    Map<String, Row> table = new HashMap<>();
    for (String row : rows()) {
      String[] cells = row.split("\\|");
      table.put(
          cells[1].strip().replace("`", ""),
          new Row(Long.parseLong(cells[4].strip()), cells[5].strip()));
    }
    return table;
  }

  private static List<String> rows() {
    try {
      return Files.readAllLines(TABLE).stream().filter(line -> line.startsWith("| `")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    Row row = WRITE ? NONE : table().getOrDefault(mutant.name(), NONE);
    if (hunted.lives() == row.life) {
      assertThat(hunted.check())
          .as("what finds '%s' in life %d, by %s", mutant.name(), row.life, TABLE)
          .isEqualTo(row.check);
    }
  }

  /** In the first lives of every hunt, loaded in the same way: SimulationTest lives many more. */
  @Test
  void unchangedCodeKeepsThePromise() {
    Mutant none = new Mutant("none", "nothing", List.of(), CONTROL_LIVES);
    assertThat(new MutantWorlds(ROOT).hunt(none, 0).failure()).isEmpty();
  }

  @Test
  void theTableNamesExactlyTheMutantsThatThereAre() throws Exception {
    if (WRITE) {
      writeTable();
    }
    assertThat(rows())
        .as("%s; write it anew with -Dmutants.write=true", TABLE)
        .map(MutantsTest::withoutWhatWasFound)
        .containsExactlyElementsOf(Mutants.all().stream().map(MutantsTest::row).toList());
  }

  private static String withoutWhatWasFound(String row) {
    int foundBy = row.lastIndexOf('|', row.length() - 2);
    return row.substring(0, row.lastIndexOf('|', foundBy - 1));
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
            `-Dmutants.write=true`. The test lives that life first; where a change of the simulation or of the code has
            changed it, it lives all from the first on. The last column is the claim that was found wrong; "a task ended
            on" an exception is a kind of its own: there the code noticed by itself.

            | wrong decision | breaks | within lives | found in life | found by |
            | --- | --- | --- | --- | --- |
            """);
    Set<String> finders = new HashSet<>();
    for (Mutant mutant : Mutants.all()) {
      Hunted hunted = HUNTED.get(mutant.name()).get(MINUTES, TimeUnit.MINUTES);
      text.append(row(mutant)).append("| ").append(hunted.lives());
      text.append(" | ").append(hunted.check()).append(" |\n");
      finders.add(hunted.check());
    }
    List<String> others =
        Stream.of(Invariant.values()).map(c -> c.claim).filter(c -> !finders.contains(c)).toList();
    text.append("\nClaims by which none of these was found first: ");
    text.append(String.join("; ", others)).append(".\n");
    write(text.toString());
  }

  private static void write(String text) throws IOException {
    Files.createDirectories(TABLE.getParent());
    Files.writeString(TABLE, text);
  }
}
