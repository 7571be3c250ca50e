package clickcounter.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person may write into the settings, and what is said of mistakes. */
class SettingsTest {
  private static final Setting ADS_TASKS = Setting.number("adsTasks", 2, 1, 10_000, "ads tasks");
  private static final Setting DEFERRAL_MS =
      Setting.number("deferralMs", 5_000, 0, 600_000, "how long a document waits");
  private static final Setting BROKER_USER = Setting.text("broker.user", "", "user name");
  private static final Setting BROKER_QUEUE = Setting.text("broker.queue", "clicks", "queue");
  private static final Setting RIAK_NODES =
      Setting.text("riak.nodes", "127.0.0.1:8087", "host:port of each node");
  private static final List<Setting> TABLE =
      List.of(ADS_TASKS, DEFERRAL_MS, BROKER_USER, BROKER_QUEUE, RIAK_NODES);
  private static final Settings DEFAULTS = Settings.defaults(TABLE);

  @TempDir private Path directory;

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("clicks.yaml"), text);
  }

  private static Settings ofFile(Path file) {
    return DEFAULTS.withAll(SettingsFile.read(file));
  }

  @Test
  void settingThatWasNotGivenHasItsDefault() {
    assertThat(DEFAULTS.value("deferralMs")).isEqualTo("5000");
    assertThat(DEFAULTS.value("broker.queue")).isEqualTo("clicks");
  }

  @Test
  void lastValueGivenCountsAndTheFirstSettingsStay() {
    Settings defaults = DEFAULTS;
    Settings changed = defaults.with("adsTasks", 4).with("adsTasks", "8");

    assertThat(changed.integer(ADS_TASKS)).isEqualTo(8);
    assertThat(defaults.integer(ADS_TASKS)).isEqualTo(2);
  }

  @Test
  void numbersMayBeGrouped() {
    assertThat(DEFAULTS.with("deferralMs", "500_000").value("deferralMs")).isEqualTo("500_000");
    assertThat(DEFAULTS.with("deferralMs", "500_000").number(DEFERRAL_MS)).isEqualTo(500_000);
  }

  @Test
  void unknownSettingIsRefusedAndSimilarOnesAreNamed() {
    assertThatThrownBy(() -> DEFAULTS.with("adTasks", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("'adTasks' does not exist", "did you mean adsTasks?")
        .hasMessageNotContaining("riak.nodes");
    assertThatThrownBy(() -> DEFAULTS.with("nodes", "a:1")).hasMessageContaining("riak.nodes?");
    assertThatThrownBy(() -> DEFAULTS.value("nothing"))
        .hasMessageContaining("nothing")
        .hasMessageNotContaining("did you mean");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "many", "1.5", "-1", "600001", "99999999999999999999", "0x10", "_"})
  void numberOutsideItsLimitsIsRefusedByName(String value) {
    assertThatThrownBy(() -> DEFAULTS.with("deferralMs", value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("setting deferralMs", "0 to 600000", "'" + value + "'");
  }

  @Test
  void fileOverridesDefaultsAndIsOverridden() throws IOException {
    Path file = file("riak.nodes: riak1:8087,riak2:8087\nadsTasks: 8\ndeferralMs: 500\n");
    Settings settings = ofFile(file).with("adsTasks", "3");

    assertThat(settings.value("riak.nodes")).isEqualTo("riak1:8087,riak2:8087");
    assertThat(settings.number(DEFERRAL_MS)).isEqualTo(500);
    assertThat(settings.integer(ADS_TASKS)).isEqualTo(3);
  }

  @Test
  void emptyFileChangesNothing() throws IOException {
    assertThat(ofFile(file("# nothing yet\n")).value("adsTasks")).isEqualTo("2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"- a\n- b\n", "just words", "riak:\n  nodes: a:1\n", "adsTasks: [1, 2]"})
  void fileOfAnotherShapeIsRefusedByName(String text) throws IOException {
    Path file = file(text);
    assertThatThrownBy(() -> ofFile(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("settings file", file.toString(), "expected");
  }

  @Test
  void fileThatIsNoYamlIsRefusedByName() throws IOException {
    Path file = file("adsTasks: 'open");
    assertThatThrownBy(() -> ofFile(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(file.toString());
  }

  @Test
  void fileMayNotMakeObjects() throws IOException {
    Path file = file("adsTasks: !!java.util.Date {}\n");
    assertThatThrownBy(() -> ofFile(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(file.toString());
  }

  @Test
  void fileThatIsNotThereIsNamed() {
    Path missing = directory.resolve("missing.yaml");
    assertThatThrownBy(() -> ofFile(missing))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(missing.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "~", "null", "# nothing", "''"})
  void keyWithoutAValueIsEmpty(String nothing) throws IOException {
    Settings settings = ofFile(file("broker.user: " + nothing + "\nbroker.queue:\n"));
    assertThat(settings.value("broker.user")).isEmpty();
    assertThat(settings.value("broker.queue")).isEmpty();
  }

  @Test
  void settingThatIsGivenItsDefaultIsGiven() throws IOException {
    Settings settings = ofFile(file("broker.queue: clicks\n"));
    assertThat(settings.value("broker.queue")).isEqualTo(DEFAULTS.value("broker.queue"));
    assertThat(settings.isGiven("broker.queue")).isTrue();
    assertThat(settings.isGiven("riak.nodes")).isFalse();
  }

  @Test
  void numberWithoutAValueIsRefusedByName() throws IOException {
    Path file = file("deferralMs:\n");
    assertThatThrownBy(() -> ofFile(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("setting deferralMs", "''");
  }

  @Test
  void settingOfNullIsEmptyToo() {
    assertThat(DEFAULTS.with("broker.user", null).value("broker.user")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"no", "yes", "on", "true", "0123", "0x10", "1e3", "2026-01-01", "1:30"})
  void textIsTakenAsItIsWritten(String text) throws IOException {
    assertThat(ofFile(file("broker.user: " + text)).value("broker.user")).isEqualTo(text);
  }

  @Test
  void unknownSettingInAFileIsRefused() throws IOException {
    Path file = file("adTasks: 8\n");
    assertThatThrownBy(() -> ofFile(file)).hasMessageContaining("'adTasks'");
  }

  @Test
  void defaultKeepsItsOwnLimits() {
    assertThatThrownBy(() -> Setting.number("deferralMs", 600_001, 0, 600_000, "how long"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("600001");
  }

  @Test
  void limitsNameTheUnitThatTheKeyEndsWith() {
    assertThat(DEFERRAL_MS.limits()).isEqualTo("0 to 600000 ms");
    assertThat(ADS_TASKS.limits()).isEqualTo("1 to 10000");
    assertThat(BROKER_USER.limits()).isEqualTo("text");
  }
}
