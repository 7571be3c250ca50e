package clickcounter.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RecountBaseTest {
  @Test
  void isAboveWhatCanBeReadAndWhatCannot() {
    assertThat(RecountBase.above(List.of(7L, 4_000L), "b", 3).number()).isEqualTo(4_001);
    assertThat(RecountBase.above(List.of(7L), "b", 1_764_000_000_000L).number())
        .isEqualTo(1_764_000_000_000_000L);
  }

  @Test
  void needsAnIdAndANumber() {
    assertThatThrownBy(() -> new RecountBase("", 1)).hasMessageContaining("''");
    assertThatThrownBy(() -> new RecountBase("b", 0)).hasMessageContaining("'b' and 0");
  }
}
