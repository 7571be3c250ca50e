package clickcounter.local;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.awaitility.core.ConditionTimeoutException;

/** Programs of Debian that tests use where they are installed. */
public final class InstalledPrograms {
  /** The script stops it after five minutes. */
  private static final Duration INSTALLED_WITHIN = Duration.ofMinutes(6);

  private InstalledPrograms() {}

  /**
   * Whether these are on the path. {@code .ci/run} installs them beside the build, and names a file
   * that is there when it has ended: this waits for it.
   */
  public static boolean are(String... names) {
    return isInstallationOver()
        && Arrays.stream(names).allMatch(name -> firstOf(List.of(name)) != null);
  }

  /** Where the first of these is that is installed; null if none is. */
  static Path firstOf(List<String> names) {
    if (!isInstallationOver()) {
      return null;
    }
    for (String name : names) {
      for (String directory : System.getenv("PATH").split(":")) {
        Path program = Path.of(directory, name);
        if (Files.isExecutable(program)) {
          return program;
        }
      }
    }
    return null;
  }

  private static boolean isInstallationOver() {
    String ended = System.getenv("CLICKS_INSTALLED");
    return ended == null || hasEnded(Path.of(ended));
  }

  private static boolean hasEnded(Path ended) {
    try {
      await().atMost(INSTALLED_WITHIN).until(() -> Files.exists(ended));
      return true;
    } catch (ConditionTimeoutException e) {
      return false;
    }
  }

  /**
   * Skips the test where they are not installed.
   *
   * @param required a variable of the environment: if it is set, the test fails instead
   */
  public static void require(String required, String... names) {
    for (String name : names) {
      require(required, List.of(name));
    }
  }

  /**
   * Skips the test where none of some programs is installed.
   *
   * @param choices of each program, the names under which it may be there
   */
  @SafeVarargs
  static void require(String required, List<String>... choices) {
    for (List<String> names : choices) {
      boolean isThere = firstOf(names) != null;
      if (!isThere && System.getenv(required) != null) {
        throw new AssertionError(required + " is set, and none is installed of " + names);
      }
      assumeThat(isThere).as("one is installed of %s", names).isTrue();
    }
  }
}
