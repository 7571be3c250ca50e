package clickcounter.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code mutants.md}: in which life each wrong decision was found, and by which claim. */
final class MutantTable {
  static final Path FILE =
      MutatedSources.repository()
          .resolve("deploy/proof/src/test/resources/clickcounter/simulation/mutants.md");

  private static final String BEGINNING =
      """
      # What the simulation sees

      The simulation finds %d of %d wrong decisions. Each is made in the production's source, some in the simulated
      store's, and compiled in memory. A find counts only by the claim that its line names, in the life that it names.
      An exception of a task never counts: there the code noticed by itself. `MutantsTest` lives that life with the
      wrong decision, and without it: the unchanged code has to keep the promise there.

      `-Dmutants.write=true` writes the lines anew. It then takes the first life in which a claim is found wrong. Where a
      check sees only a consequence, `Mutants` says that its claim does not count, and a later life is taken. Each claim
      of `Invariant` finds at least one of them.

      | wrong decision | breaks | within lives | found in life | found by |
      | --- | --- | --- | --- | --- |
      """;

  private static final String UNSEEN =
      """

      ## What the simulation does not see

      These need so many things at once that no life of more than a thousand of the fitting kind has them.
      `UnseenMutantsTest` runs the test that finds each: it fails with the wrong decision, and passes without.

      | wrong decision | breaks | found by the test |
      | --- | --- | --- |
      """;

  /**
   * One line.
   *
   * @param life 0 if the mutant was not found
   * @param claim empty if the mutant was not found
   */
  record Row(long life, String claim) {}

  private final Map<String, Row> rows;

  private MutantTable(Map<String, Row> rows) {
    this.rows = rows;
  }

  static MutantTable read() {
    Map<String, Row> rows = new LinkedHashMap<>();
    for (String line : text().lines().filter(line -> line.startsWith("| `")).toList()) {
      String[] cells = line.split("\\|");
      if (cells.length > 5) {
        String name = cells[1].strip().replace("`", "");
        rows.put(name, new Row(Long.parseLong(cells[4].strip()), cells[5].strip()));
      }
    }
    return new MutantTable(rows);
  }

  static String text() {
    try {
      return Files.readString(FILE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Null if it has none. */
  Row row(Mutant mutant) {
    return rows.get(mutant.name());
  }

  /** Writes the line of this mutant anew, and all others as they are. */
  void write(Mutant mutant, Hunted found) {
    rows.put(mutant.name(), new Row(found.life(), found.claim()));
    try {
      Files.writeString(FILE, expectedText());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the file has to say of the mutants that there are, with the lives and claims it names. */
  String expectedText() {
    List<Mutant> seen = Mutants.all();
    int all = seen.size() + UnseenMutants.all().size();
    StringBuilder text = new StringBuilder(BEGINNING.formatted(seen.size(), all));
    for (Mutant mutant : seen) {
      Row row = rows.getOrDefault(mutant.name(), new Row(0, ""));
      text.append(
          "| `%s` | %s | %d | %d | %s |%n"
              .formatted(
                  mutant.name(), mutant.breaks(), mutant.mostLives(), row.life(), row.claim()));
    }
    text.append(UNSEEN);
    for (UnseenMutant unseen : UnseenMutants.all()) {
      String test = unseen.testClass() + "." + unseen.test();
      text.append("| `%s` | %s | `%s` |%n".formatted(unseen, unseen.mutant().breaks(), test));
    }
    return text.toString();
  }
}
