package clickcounter.tools.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import clickcounter.cli.NoVerdict;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ByteNamesTest {
  private final ByteNames names = new ByteNames(2);

  private int indexOf(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return names.indexOf(bytes, 0, bytes.length);
  }

  @Test
  void moreNamesThanFitIntoMemoryAreToldWithWhatToDo() {
    assertThat(indexOf("a")).isZero();
    assertThat(indexOf("b")).isEqualTo(1);
    assertThat(indexOf("a")).isZero();
    assertThatExceptionOfType(NoVerdict.class)
        .isThrownBy(() -> indexOf("c"))
        .withMessageContainingAll("more than 2 different ids", "'c'", "CLICKS_JAVA_OPTS");
  }
}
