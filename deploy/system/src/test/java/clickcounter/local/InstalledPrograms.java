package clickcounter.local;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Programs of Debian that tests use where they are installed. */
final class InstalledPrograms {
  private InstalledPrograms() {}

  /**
   * Whether these are on the path. While {@code .ci/run} is installing them, they are not: it names
   * a file that is there when it is done.
   */
  static boolean are(String... names) {
    String done = System.getenv("CLICKS_INSTALLED");
    boolean complete = done == null || Files.exists(Path.of(done));
    return complete && Arrays.stream(names).allMatch(InstalledPrograms::isOnPath);
  }

  private static boolean isOnPath(String name) {
    return List.of(System.getenv("PATH").split(":")).stream()
        .anyMatch(path -> Files.isExecutable(Path.of(path, name)));
  }

  /**
   * Skips the test where they are not installed.
   *
   * @param required a variable of the environment: if it is set, the test fails instead
   */
  static void require(String required, String... names) {
    boolean are = are(names);
    if (!are && System.getenv(required) != null) {
      throw new AssertionError(
          required + " is set, and not all are installed of " + List.of(names));
    }
    assumeThat(are).as("installed are %s", List.of(names)).isTrue();
  }
}
