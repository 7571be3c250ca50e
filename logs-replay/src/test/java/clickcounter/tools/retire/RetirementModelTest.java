package clickcounter.tools.retire;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.model.Search;
import clickcounter.tools.retire.RetirementModel.Life;
import clickcounter.tools.retire.RetirementModel.Variant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Visits every order of the steps of a retirement, of an ads bolt and a counters task that meet the
 * counter meanwhile, of an operator who closes it, and of an old process: see {@link
 * RetirementModel}. No event is counted twice, and none is taken for counted that is not. No
 * counter is closed by an operator after an event above came. Each broken variant is found.
 */
class RetirementModelTest {
  private static Stream<Search.Outcome> searches(Variant variant) {
    return Stream.of(Life.values())
        .map(life -> Search.of(new RetirementModel(variant, life)))
        .peek(
            found ->
                System.out.printf("%s: %,d states, %s%n", variant, found.states(), found.fault()));
  }

  @Test
  void anEventIsCountedOnceWhateverIsRetired() {
    searches(Variant.RIGHT).forEach(found -> assertThat(found.fault()).as(found.path()).isNull());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RIGHT")
  void aBrokenVariantIsFound(Variant variant) {
    List<String> faults =
        searches(variant).map(Search.Outcome::fault).filter(Objects::nonNull).toList();
    assertThat(faults).as("%s", variant).isNotEmpty();
  }
}
