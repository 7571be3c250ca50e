package clickcounter.cli;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where the tools keep files that must outlive them, for the current user: an absolute directory,
 * or an exception that says what to set.
 */
public final class StateDirectory {
  private StateDirectory() {}

  /** By the XDG base directory specification. */
  public static Path path() {
    return path(System.getenv(), System.getProperty("user.home"));
  }

  /** The same; none for a user without a home directory. */
  public static Optional<Path> ifAny() {
    return ifAny(System.getenv(), System.getProperty("user.home"));
  }

  /** The user's home directory. */
  public static Optional<Path> home() {
    return home(System.getenv(), System.getProperty("user.home"));
  }

  /**
   * @param passwd the user's directory in the list of users; Java says "?" for one who is not in it
   * @throws IllegalArgumentException if there is none
   */
  static Path path(Map<String, String> environment, String passwd) {
    return ifAny(environment, passwd)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no directory for what must be kept (positions, decisions of operators): HOME is not set, and this user has no home directory. Nothing was changed. Set XDG_STATE_HOME to an absolute path that this user may write"));
  }

  private static Optional<Path> ifAny(Map<String, String> environment, String passwd) {
    return variable(environment, "XDG_STATE_HOME")
        .or(() -> home(environment, passwd).map(home -> home.resolve(".local").resolve("state")))
        .map(state -> state.resolve("click-counter"));
  }

  static Optional<Path> home(Map<String, String> environment, String passwd) {
    return variable(environment, "HOME")
        .or(() -> Optional.of(Path.of(passwd)).filter(Path::isAbsolute));
  }

  private static Optional<Path> variable(Map<String, String> environment, String name) {
    String value = environment.getOrDefault(name, "");
    if (value.isBlank()) {
      return Optional.empty();
    }
    if (!Path.of(value).isAbsolute()) {
      throw new IllegalArgumentException(
          name + " is '" + value + "': expected an absolute path. Nothing was changed");
    }
    return Optional.of(Path.of(value));
  }
}
