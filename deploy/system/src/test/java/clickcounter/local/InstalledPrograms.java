package clickcounter.local;

import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.awaitility.core.ConditionTimeoutException;

/** Programs of Debian that tests use where they are installed. */
final class InstalledPrograms {
  private static final Duration INSTALLED_WITHIN = Duration.ofMinutes(1);

  private InstalledPrograms() {}

  /**
   * Whether these are on the path. {@code .ci/run} installs them beside the build, and names a file
   * that is there when it has ended: this waits for it, a minute at most.
   */
  static boolean are(String... names) {
    String ended = System.getenv("CLICKS_INSTALLED");
    if (ended != null && !hasEnded(Path.of(ended))) {
      return false;
    }
    return Arrays.stream(names).allMatch(InstalledPrograms::isOnPath);
  }

  private static boolean hasEnded(Path ended) {
    try {
      await().atMost(INSTALLED_WITHIN).until(() -> Files.exists(ended));
      return true;
    } catch (ConditionTimeoutException e) {
      return false;
    }
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
