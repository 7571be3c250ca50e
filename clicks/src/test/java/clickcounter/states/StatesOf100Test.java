package clickcounter.states;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.document.AdState;
import clickcounter.document.UnreadableDocument;
import clickcounter.testing.Samples;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** States of ads as a topology of version 1.0.0 published them, read by an ad server. */
class StatesOf100Test {
  private static final long MS = 1_383_146_743_633L;

  static Stream<Arguments> states() {
    return Stream.of(
        Arguments.of("unfunded", state(1, AdState.UNFUNDED, 0, 0, 120_000)),
        Arguments.of("active", state(4_710, AdState.ACTIVE, 20, 50_000_000, 41_000_000)),
        Arguments.of("exhausted", state(4_711, AdState.EXHAUSTED, 0, 50_000_000, 50_120_000)),
        Arguments.of(
            "recounted", state(1_764_000_000_000_001L, AdState.ACTIVE, 100, 50_000_000, -120_000)));
  }

  private static StateMessage state(
      long version, AdState state, int percent, long budgetMicros, long costMicros) {
    AdLevel level = new AdLevel(state, percent);
    return new StateMessage("m \"靴\"", version, level, budgetMicros, costMicros, MS, MS - 121);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("states")
  void statesOf100AreReadAsTheyWere(String name, StateMessage state) throws UnreadableDocument {
    String sample = Samples.OF_1_0_0.text("states/" + name + ".json", state.toJson());
    assertThat(StateMessage.read(sample)).isEqualTo(state);
    assertThat(state.toJson()).isEqualTo(sample);
  }

  @Test
  void aFieldFromTheFutureIsIgnored() throws UnreadableDocument {
    assertThat(StateMessage.read(Samples.NEWER.text("states/new-field.json")))
        .isEqualTo(StateMessage.read(Samples.OF_1_0_0.text("states/active.json")));
  }

  /** An ad server logs and counts it as skipped: the ad stays as it was told before. */
  @Test
  void aStateFromTheFutureIsRefusedByItsName() {
    assertThatThrownBy(() -> StateMessage.read(Samples.NEWER.text("states/new-state.json")))
        .isInstanceOf(UnreadableDocument.class)
        .hasMessageContaining("expected active, exhausted or unfunded, found 'paused'");
  }
}
