package clickcounter.local;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.Clicks;
import clickcounter.cli.Terminal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A day made up by the command that users have for it. */
final class DemonstrationDay {
  private DemonstrationDay() {}

  /** Makes one up with these options of {@code generate}. */
  static void in(Path directory, String... options) {
    List<String> line = new ArrayList<>(List.of("dev", "generate", "--out", directory.toString()));
    line.addAll(List.of(options));
    assertThat(Clicks.commandLine(Terminal.system()).execute(line.toArray(String[]::new))).isZero();
  }
}
