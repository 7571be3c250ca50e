package clickcounter.states;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.model.Search;
import clickcounter.states.StatesModel.Variant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Visits every order of counting, puts, sends, failures, crashes and deliveries of states, and of
 * an ad server that subscribes, reads and applies: see {@link StatesModel}. When all events are
 * acked and all messages have arrived, the ad server knows the state of the document; and no event
 * waits for ever. Each broken variant is found.
 */
class StatesModelTest {
  @Test
  void inTheEndTheAdServerKnowsTheStateOfTheDocument() {
    holds(2, 1);
  }

  @Test
  @Tag("slow")
  @Tag("long")
  void withTwoTroublesToo() {
    holds(2, 2);
  }

  private static void holds(int events, int troubles) {
    Search.Outcome outcome = Search.of(new StatesModel(events, troubles, Variant.RIGHT));
    System.out.printf("%d events, %d troubles: %,d states%n", events, troubles, outcome.states());
    assertThat(outcome.fault()).as(outcome.path()).isNull();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RIGHT")
  void aBrokenVariantIsFound(Variant variant) {
    Search.Outcome outcome = Search.of(new StatesModel(2, 2, variant));
    System.out.printf("%s: %s after %,d states%n", variant, outcome.fault(), outcome.states());
    assertThat(outcome.fault()).as("%s", variant).isNotNull();
  }
}
