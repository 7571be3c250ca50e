package clickcounter.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person may write into the settings, and what is said of mistakes. */
class SettingsTest {
  private static final String TABLE_HEAD = "| setting | default |";

  @TempDir private Path directory;

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("clicks.yaml"), text);
  }

  @Test
  void settingThatWasNotGivenHasItsDefault() {
    assertThat(Settings.defaults().value("deferralMs")).isEqualTo("5000");
    assertThat(Settings.defaults().value("broker.queue")).isEqualTo("clicks");
  }

  @Test
  void lastValueGivenCountsAndTheFirstSettingsStay() {
    Settings defaults = Settings.defaults();
    Settings changed = defaults.with("adsTasks", 4).with("adsTasks", "8");

    assertThat(changed.integer(Setting.ADS_TASKS)).isEqualTo(8);
    assertThat(defaults.integer(Setting.ADS_TASKS)).isEqualTo(2);
  }

  @Test
  void numbersMayBeGrouped() {
    assertThat(Settings.defaults().with("maxPendingEvents", "1_000_000").value("maxPendingEvents"))
        .isEqualTo("1_000_000");
    assertThat(
            Settings.defaults()
                .with("maxPendingEvents", "1_000_000")
                .number(Setting.MAX_PENDING_EVENTS))
        .isEqualTo(1_000_000);
  }

  @Test
  void unknownSettingIsRefusedAndThoseThereAreAreNamed() {
    assertThatThrownBy(() -> Settings.defaults().with("defferalMs", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("'defferalMs' does not exist", "deferralMs", "riak.nodes");
    assertThatThrownBy(() -> Settings.defaults().value("nothing")).hasMessageContaining("nothing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "many", "1.5", "-1", "600001", "99999999999999999999", "0x10", "_"})
  void numberOutsideItsLimitsIsRefusedByName(String value) {
    assertThatThrownBy(() -> Settings.defaults().with("deferralMs", value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("setting deferralMs", "0 to 600000", "'" + value + "'");
  }

  @ParameterizedTest
  @EnumSource
  void everyDefaultKeepsItsOwnLimits(Setting setting) {
    setting.check(setting.defaultValue());
    assertThat(setting.meaning()).isNotBlank().doesNotContain("|");
  }

  @Test
  void keysAreDistinct() {
    assertThat(Arrays.stream(Setting.values()).map(Setting::key)).doesNotHaveDuplicates();
  }

  @Test
  void fileOverridesDefaultsAndIsOverridden() throws IOException {
    Path file = file("riak.nodes: riak1:8087,riak2:8087\nadsTasks: 8\nputsPerSecond: 500\n");
    Settings settings = Settings.defaults().withFile(file).with("adsTasks", "3");

    assertThat(settings.value("riak.nodes")).isEqualTo("riak1:8087,riak2:8087");
    assertThat(settings.number(Setting.PUTS_PER_SECOND)).isEqualTo(500);
    assertThat(settings.integer(Setting.ADS_TASKS)).isEqualTo(3);
  }

  @Test
  void emptyFileChangesNothing() throws IOException {
    assertThat(Settings.defaults().withFile(file("# nothing yet\n")).value("adsTasks"))
        .isEqualTo("2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"- a\n- b\n", "just words", "riak:\n  nodes: a:1\n", "adsTasks: [1, 2]"})
  void fileOfAnotherShapeIsRefusedByName(String text) throws IOException {
    Path file = file(text);
    assertThatThrownBy(() -> Settings.defaults().withFile(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("settings file", file.toString(), "expected");
  }

  @Test
  void fileThatIsNoYamlIsRefusedByName() throws IOException {
    Path file = file("adsTasks: 'open");
    assertThatThrownBy(() -> Settings.defaults().withFile(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(file.toString());
  }

  @Test
  void fileMayNotMakeObjects() throws IOException {
    Path file = file("adsTasks: !!java.util.Date {}\n");
    assertThatThrownBy(() -> Settings.defaults().withFile(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(file.toString());
  }

  @Test
  void fileThatIsNotThereIsNamed() {
    Path missing = directory.resolve("missing.yaml");
    assertThatThrownBy(() -> Settings.defaults().withFile(missing))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(missing.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "~", "null", "# nothing", "''"})
  void keyWithoutAValueIsEmpty(String nothing) throws IOException {
    Settings settings =
        Settings.defaults().withFile(file("broker.user: " + nothing + "\nriak.user:\n"));
    assertThat(settings.value("broker.user")).isEmpty();
    assertThat(settings.value("riak.user")).isEmpty();
  }

  @Test
  void settingThatIsGivenItsDefaultIsGiven() throws IOException {
    Settings settings = Settings.defaults().withFile(file("broker.url: tcp://127.0.0.1:61616\n"));
    assertThat(settings.value("broker.url")).isEqualTo(Settings.defaults().value("broker.url"));
    assertThat(settings.isGiven("broker.url")).isTrue();
    assertThat(settings.isGiven("riak.nodes")).isFalse();
  }

  @Test
  void numberWithoutAValueIsRefusedByName() throws IOException {
    Path file = file("deferralMs:\n");
    assertThatThrownBy(() -> Settings.defaults().withFile(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("setting deferralMs", "''");
  }

  @Test
  void settingOfNullIsEmptyToo() {
    assertThat(Settings.defaults().with("broker.user", null).value("broker.user")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"no", "yes", "on", "true", "0123", "0x10", "1e3", "2026-01-01", "1:30"})
  void textIsTakenAsItIsWritten(String text) throws IOException {
    assertThat(Settings.defaults().withFile(file("broker.user: " + text)).value("broker.user"))
        .isEqualTo(text);
  }

  @Test
  void unknownSettingInAFileIsRefused() throws IOException {
    Path file = file("adTasks: 8\n");
    assertThatThrownBy(() -> Settings.defaults().withFile(file)).hasMessageContaining("'adTasks'");
  }

  @Test
  void tableNamesEverySettingOnce() {
    List<String> lines = Settings.table().lines().toList();
    assertThat(lines).hasSize(2 + Setting.values().length);
    assertThat(lines.get(0)).startsWith(TABLE_HEAD);
  }

  @Test
  void productionGuideHasTheTableOfTheSettings() throws IOException {
    List<String> lines = Files.readAllLines(Path.of("README.md"));
    int head = 0;
    while (head < lines.size() && !lines.get(head).startsWith(TABLE_HEAD)) {
      head++;
    }
    assertThat(head).as("topology/README.md has a table of settings").isLessThan(lines.size());
    List<String> table = lines.stream().skip(head).takeWhile(line -> line.startsWith("|")).toList();

    assertThat(table)
        .as("print it with: java -cp … clickcounter.topology.Main --print-settings-table")
        .containsExactlyElementsOf(Settings.table().lines().toList());
  }

  @Test
  void printedFileIsReadBackAsAllDefaults() throws IOException {
    Settings read = Settings.defaults().withFile(file(Settings.yaml()));

    for (Setting setting : Setting.values()) {
      assertThat(Settings.yaml()).contains(setting.key() + ": ").contains(setting.meaning());
      assertThat(read.text(setting)).isEqualTo(setting.defaultValue());
    }
    assertThat(Settings.yaml())
        .contains("# time after which Storm fails a tuple (2 to 3600 s)\nmessageTimeoutS: 60\n");
  }
}
