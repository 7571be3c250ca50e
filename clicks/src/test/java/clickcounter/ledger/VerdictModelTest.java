package clickcounter.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.ledger.VerdictModel.Life;
import clickcounter.ledger.VerdictModel.Variant;
import clickcounter.model.Search;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Visits every order in which a click and its verdicts are counted by two copies of a task: see
 * {@link VerdictModel}. Whatever a document counts, its sums are those of exactly these events, and
 * no click is taken back twice. Each broken variant is found.
 */
class VerdictModelTest {
  private static Stream<Search.Outcome> searches(Variant variant) {
    return Stream.of(Life.values())
        .map(life -> Search.of(new VerdictModel(variant, life, life == Life.NOTHING_ELSE ? 2 : 3)))
        .peek(
            found ->
                System.out.printf("%s: %,d states, %s%n", variant, found.states(), found.fault()));
  }

  @Test
  @Tag("slow")
  void aVerdictCountsOnceWhateverItsOrderAndItsSiblings() {
    searches(Variant.RIGHT).forEach(found -> assertThat(found.fault()).as(found.path()).isNull());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RIGHT")
  void aBrokenVariantIsFound(Variant variant) {
    assertThat(searches(variant).map(Search.Outcome::fault).filter(Objects::nonNull).findAny())
        .as("%s", variant)
        .isPresent();
  }
}
