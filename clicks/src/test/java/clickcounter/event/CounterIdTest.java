package clickcounter.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CounterIdTest {
  private static final Instant START = Instant.parse("2013-10-30T15:25:43.999Z");

  @Test
  void aNewIdNamesTheHostTheSecondInUtcAndASuffix() {
    String id = CounterId.create("hostA", START, new Random(1));
    assertThat(id).matches("hostA-20131030_152543-[a-km-np-z2-9]{6}");
    assertThat(CounterId.fault(id)).isEmpty();
  }

  @Test
  void livesOfOneSecondDiffer() {
    Random random = new Random(2);
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      ids.add(CounterId.create("hostA", START, random));
    }
    assertThat(ids).hasSize(1_000);
  }

  @Test
  void aHostThatNoIdCanHaveIsRefused() {
    assertThatThrownBy(() -> CounterId.create("host:A", START, new Random(3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("found ':' in 'host:A-2013");
    assertThatThrownBy(() -> CounterId.create("h".repeat(100), START, new Random(3)))
        .hasMessageContaining("expected 1 to 100 characters, found 123");
  }

  @Test
  void anyNameOfTheAllowedLettersIsTaken() {
    assertThat(CounterId.fault("x")).isEmpty();
    assertThat(CounterId.fault("AZaz09._-")).isEmpty();
    assertThat(CounterId.fault("c".repeat(100))).isEmpty();
  }

  @Test
  void whatIsWrongWithANameIsSaid() {
    assertThat(CounterId.fault("")).hasValue("counter id: expected 1 to 100 characters, found 0");
    assertThat(CounterId.fault("c".repeat(101))).isPresent();
    for (String bad : new String[] {"a b", "a/b", "a:b", "é", "a\n", "😀", "a\u0000"}) {
      assertThat(CounterId.fault(bad)).as(bad).isPresent();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ops-20131030_152543-k3f9xq, true",
    "ops-20131030_152543, true",
    "ops-eu-20131030_152543-k3f9xq, false",
    "ops, false",
    "ops-1, false",
    "hostA-20131030_152543, false"
  })
  void operatorsCountersAreTold(String id, boolean expected) {
    assertThat(CounterId.isOperators(id)).isEqualTo(expected);
  }
}
