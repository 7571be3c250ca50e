package clickcounter.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretSourceTest {
  private static final String SETTING = "broker.password";

  @TempDir Path directory;

  private static SecretSource parse(String text) {
    return SecretSource.parse(SETTING, text);
  }

  @Test
  void readsAVariable() {
    assertThat(parse("env:PASS").read(Map.of("PASS", "s3cret"))).isEqualTo("s3cret");
  }

  @Test
  void readsAFileWithoutItsNewline() throws Exception {
    Path file = Files.writeString(directory.resolve("pass"), "s3cret\n\n");
    assertThat(parse("file:" + file).read()).isEqualTo("s3cret");
  }

  @Test
  void changedFileServesTheNextConnection() throws Exception {
    Path file = Files.writeString(directory.resolve("pass"), "old");
    SecretSource source = parse("file:" + file);
    assertThat(source.read()).isEqualTo("old");
    Files.writeString(file, "new");
    assertThat(source.read()).isEqualTo("new");
  }

  @Test
  void fileThatEverybodyMayReadIsWarnedOf() throws Exception {
    Path file = Files.writeString(directory.resolve("pass"), "s3cret");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(parse("file:" + file).warning().orElseThrow())
        .contains(SETTING, file.toString(), "chmod 600")
        .doesNotContain("s3cret");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThat(parse("file:" + file).warning()).isEmpty();
    assertThat(parse("env:PASS").warning()).isEmpty();
  }

  @Test
  void missingSecretIsNamedByItsSettingAndPlace() {
    assertThatIllegalStateException()
        .isThrownBy(() -> parse("env:PASS").read(Map.of("PASS", "")))
        .withMessageContainingAll(SETTING, "env:PASS", "worker");
    assertThatIllegalStateException()
        .isThrownBy(() -> parse("file:/no/such").read())
        .withMessageContainingAll(SETTING, "/no/such");
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3cret", "ENV:s3cret", ""})
  void secretWrittenInPlaceOfItsSourceIsNotRepeated(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> parse(text))
        .withMessageContainingAll(SETTING, "env:NAME or file:/path")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("s3cret"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"env:", "file: "})
  void placeWithoutANameIsRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> parse(text))
        .withMessageContaining(SETTING);
  }

  @Test
  void itsTextIsThePlace() {
    assertThat(parse("file:/run/secrets/broker")).hasToString("file:/run/secrets/broker");
  }
}
