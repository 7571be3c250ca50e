package clickcounter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ShorteningTest {
  @Test
  void aFailureIsShownByItsShortestScript() {
    Mutant mutant =
        Mutants.all().stream()
            .filter(m -> m.name().equals("gaps lost when a counter jumps"))
            .findFirst()
            .orElseThrow();
    List<String> lines = new MutantWorlds(MutatedSources.repository()).shorten(mutant);
    // The jump over the missing ids is all that it needs.
    assertThat(String.join("\n", lines).lines().filter(line -> line.contains("Wish[")))
        .as(String.join("\n", lines))
        .hasSizeBetween(1, 5);
    assertThat(lines).filteredOn(line -> line.startsWith("Log")).hasSizeBetween(1, 5);
    assertThat(lines).noneMatch(line -> line.startsWith("Crash") || line.startsWith("Replay"));
  }
}
