package clickcounter.tools.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.testing.Samples;
import clickcounter.tools.judge.RulesFile.Rule;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An operator's rules as of version 1.0.0. */
class RulesOf100Test {
  private static RulesFile rules(Samples samples) {
    return RulesFile.read(samples.directory().resolve(Path.of("judge", "rules.yaml")));
  }

  @Test
  void rulesOf100AreReadAsTheyWere() {
    RulesFile rules = rules(Samples.OF_1_0_0);
    assertThat(rules)
        .isEqualTo(
            new RulesFile(
                "ivt",
                "r7",
                Duration.ofHours(1),
                List.of(
                    new Rule("repeat", "repeat@2", "SELECT counter, sequence FROM clicks"),
                    new Rule(
                        "rate", "rate@2026-06-01", "SELECT counter, sequence\nFROM clicks\n"))));
    assertThat(rules.nextCounter(LocalDate.of(2013, 10, 30), Set.of("ivt-20131030-r7")))
        .isEqualTo("ivt-20131030-r7-2");
  }

  @Test
  void aFieldFromTheFutureIsRefusedByItsName() {
    assertThatThrownBy(() -> rules(Samples.NEWER))
        .hasMessageContainingAll("rules.yaml: newer: expected one of [author, version, before");
  }
}
