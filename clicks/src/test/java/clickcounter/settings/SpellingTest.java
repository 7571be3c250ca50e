package clickcounter.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {
  @ParameterizedTest
  @CsvSource({
    "counter, counters, true",
    "statsu, status, true",
    "ad, ads, true",
    "--cuont, --count, true",
    "adTasks, adsTasks, true",
    "local, topology, false",
    "local, documents, false",
    "counter, console, false",
    "dev, ads, false",
    "--from, --to, false"
  })
  void onlyNearNamesAreMeant(String word, String name, boolean near) {
    assertThat(Spelling.isNear(word, name)).isEqualTo(near);
    assertThat(Spelling.isNear(name, word)).isEqualTo(near);
  }
}
