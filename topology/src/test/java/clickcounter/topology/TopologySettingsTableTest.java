package clickcounter.topology;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.settings.Setting;
import clickcounter.settings.SettingsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of settings, as the printed file shows it. */
class TopologySettingsTableTest {
  @TempDir private Path directory;

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("clicks.yaml"), text);
  }

  @Test
  void keysAreDistinct() {
    assertThat(TopologySettingsTable.ROWS.stream().map(Setting::key)).doesNotHaveDuplicates();
  }

  /** A later version may change a default: the file must not freeze it. */
  @Test
  void printedFileGivesNothingButTheNamesOfWhatMustBeGiven() throws IOException {
    Map<String, String> given = SettingsFile.read(file(TopologySettingsTable.yaml()));

    assertThat(given).containsOnlyKeys("broker.url", "riak.nodes");
    assertThat(given.values()).containsOnly("");
  }

  @Test
  void printedFileHasEverySettingAtItsDefaultBelowItsMeaning() throws IOException {
    String uncommented = TopologySettingsTable.yaml().replaceAll("(?m)^#(\\S+: )", "$1");
    Map<String, String> values = SettingsFile.read(file(uncommented));

    assertThat(values)
        .containsOnlyKeys(
            TopologySettingsTable.ROWS.stream().map(Setting::key).toArray(String[]::new));
    for (Setting setting : TopologySettingsTable.ROWS) {
      if (!TopologySettingsTable.MUST_BE_GIVEN.contains(setting)) {
        assertThat(values).containsEntry(setting.key(), setting.defaultValue());
      }
      assertThat(uncommented).contains("# " + setting.meaning());
    }
    assertThat(TopologySettingsTable.yaml())
        .contains("# time after which Storm fails a tuple (2 to 3600 s)\n#messageTimeoutS: 60\n");
  }

  @Test
  void itsHeadNamesTenThatAUserMayWant() {
    assertThat(TopologySettingsTable.WANTED).hasSize(10).doesNotHaveDuplicates();
    assertThat(TopologySettingsTable.yaml().lines().takeWhile(line -> line.startsWith("#")))
        .containsAll(TopologySettingsTable.WANTED.stream().map(row -> "#   " + row.key()).toList())
        .allMatch(line -> line.length() <= 120);
  }
}
