package clickcounter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** What can be said of the mutants without a hunt, in seconds. */
class MutantTextsTest {
  private static List<Mutant> all() {
    return Stream.concat(
            Mutants.all().stream(), UnseenMutants.all().stream().map(UnseenMutant::mutant))
        .toList();
  }

  @Test
  void eachTextStandsExactlyOnceInItsSource() {
    MutatedSources sources = new MutatedSources(MutatedSources.repository(), "");
    SoftAssertions softly = new SoftAssertions();
    for (Mutant mutant : all()) {
      softly
          .assertThatCode(() -> sources.edited(mutant))
          .as(mutant.name())
          .doesNotThrowAnyException();
    }
    softly.assertAll();
  }

  @Test
  void eachNameStandsForOneMutant() {
    assertThat(all()).extracting(Mutant::name).doesNotHaveDuplicates();
  }

  @Test
  void theTableHasExactlyTheseMutants() {
    assertThat(MutantTable.text())
        .as("%s is stale: write it anew with %s", MutantTable.FILE, MutantsTest.REWRITE)
        .isEqualTo(MutantTable.read().expectedText());
  }

  /** A check that finds no mutant is not known to find anything. */
  @Test
  void eachClaimFindsAMutant() {
    MutantTable table = MutantTable.read();
    assertThat(Mutants.all())
        .extracting(mutant -> table.row(mutant).claim())
        .containsAll(Stream.of(Invariant.values()).map(invariant -> invariant.claim).toList());
  }

  @Test
  void eachWasFoundByAClaimThatCounts() {
    MutantTable table = MutantTable.read();
    for (Mutant mutant : Mutants.all()) {
      assertThat(table.row(mutant)).as(mutant.name()).isNotNull();
      assertThat(mutant.claims())
          .as("%s; write it anew with %s", mutant, MutantsTest.REWRITE)
          .contains(table.row(mutant).claim());
    }
  }
}
