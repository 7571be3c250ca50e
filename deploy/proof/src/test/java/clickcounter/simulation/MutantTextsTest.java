package clickcounter.simulation;

import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** What can be said of the mutants without a hunt, in seconds. */
class MutantTextsTest {
  @Test
  void eachTextStandsExactlyOnceInItsSource() {
    MutatedSources sources = new MutatedSources(MutatedSources.repository(), "");
    SoftAssertions softly = new SoftAssertions();
    for (Mutant mutant : Mutants.all()) {
      softly
          .assertThatCode(() -> sources.edited(mutant))
          .as(mutant.name())
          .doesNotThrowAnyException();
    }
    softly.assertAll();
  }
}
