package clickcounter.topology;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.settings.Setting;
import clickcounter.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of settings, as pages and the printed file show it. */
class TopologySettingsTableTest {
  @TempDir private Path directory;

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("clicks.yaml"), text);
  }

  @Test
  void keysAreDistinct() {
    assertThat(TopologySettingsTable.ROWS.stream().map(Setting::key)).doesNotHaveDuplicates();
  }

  @Test
  void tablesNameEverySettingOnce() {
    assertThat(TopologySettingsTable.markdown().lines().filter(line -> line.startsWith("| `")))
        .hasSameSizeAs(TopologySettingsTable.ROWS);
  }

  @Test
  void productionGuideHasTheTablesOfTheSettings() throws IOException {
    assertThat(Files.readString(Path.of("README.md")))
        .as("print it with: java -cp … clickcounter.topology.Main --print-settings-table")
        .contains(TopologySettingsTable.markdown());
  }

  @Test
  void printedFileIsReadBackAsAllDefaults() throws IOException {
    Settings read = TopologySettingsTable.defaults().withFile(file(TopologySettingsTable.yaml()));

    for (Setting setting : TopologySettingsTable.ROWS) {
      assertThat(TopologySettingsTable.yaml())
          .contains(setting.key() + ": ")
          .contains(setting.meaning());
      assertThat(read.text(setting)).isEqualTo(setting.defaultValue());
    }
    assertThat(TopologySettingsTable.yaml())
        .contains("# time after which Storm fails a tuple (2 to 3600 s)\nmessageTimeoutS: 60\n");
  }
}
