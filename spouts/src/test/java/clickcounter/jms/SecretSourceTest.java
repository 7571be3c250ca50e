package clickcounter.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretSourceTest {
  @TempDir Path directory;

  @Test
  void readsAVariable() {
    assertThat(SecretSource.parse("env:PASS").read(Map.of("PASS", "s3cret"))).isEqualTo("s3cret");
  }

  @Test
  void readsAFileWithoutItsNewline() throws Exception {
    Path file = Files.writeString(directory.resolve("pass"), "s3cret\n");
    assertThat(SecretSource.parse("file:" + file).read()).isEqualTo("s3cret");
  }

  @Test
  void aMissingSecretIsNamedByItsPlace() {
    assertThatIllegalStateException()
        .isThrownBy(() -> SecretSource.environment("PASS").read(Map.of()))
        .withMessageContaining("env:PASS");
    assertThatIllegalStateException()
        .isThrownBy(() -> SecretSource.file("/no/such").read())
        .withMessageContaining("/no/such");
  }

  @Test
  void aSecretWrittenInPlaceOfItsSourceIsNotRepeated() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SecretSource.parse("s3cret"))
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("s3cret"));
  }
}
