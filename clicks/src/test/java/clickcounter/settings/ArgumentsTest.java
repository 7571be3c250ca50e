package clickcounter.settings;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ArgumentsTest {
  @Test
  void wordThatTheLocaleCannotReadIsRefusedWithTheRemedy() {
    assertThatThrownBy(
            () -> Arguments.requireReadable("ads", "show", "gr\ufffd\ufffd\ufffd\ufffde"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("gr\ufffd", "Nothing was done", "LC_ALL=C.UTF-8");
  }

  @Test
  void otherWordsAreRead() {
    assertThatCode(() -> Arguments.requireReadable("ads", "show", "größe?", "東京 🚲"))
        .doesNotThrowAnyException();
  }
}
