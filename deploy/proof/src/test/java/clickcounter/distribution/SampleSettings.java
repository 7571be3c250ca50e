package clickcounter.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The settings file of the distribution, as an editor changes it: one line for each setting. */
record SampleSettings(Path file) {
  /** Writes a value into the line that has the setting, and uncomments it. */
  void give(String key, String value) throws IOException {
    edit(key, key + ": \"" + value + '"');
  }

  void give(Map<String, String> values) throws IOException {
    for (Map.Entry<String, String> each : values.entrySet()) {
      give(each.getKey(), each.getValue());
    }
  }

  void giveUp(String key) throws IOException {
    edit(key, "#" + key + ":");
  }

  private void edit(String key, String to) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    Pattern line = Pattern.compile("#?" + Pattern.quote(key) + ":.*");
    List<Integer> found =
        IntStream.range(0, lines.size())
            .filter(at -> line.matcher(lines.get(at)).matches())
            .boxed()
            .toList();
    assertThat(found).as(key).hasSize(1);
    lines.set(found.get(0), to);
    Files.write(file, lines);
  }
}
