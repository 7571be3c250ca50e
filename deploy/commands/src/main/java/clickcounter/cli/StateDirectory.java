package clickcounter.cli;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where the tools keep files that must outlive them, by the XDG base directory specification.
 *
 * @param passwd the user's directory in the list of users; Java says "?" for one who is not in it
 */
public record StateDirectory(Map<String, String> environment, String passwd) {
  public static final StateDirectory OWN =
      new StateDirectory(System.getenv(), System.getProperty("user.home"));

  /**
   * An absolute directory.
   *
   * @throws IllegalArgumentException that says what to set, if there is none
   */
  public Path path() {
    return ifAny()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no directory for what must be kept (positions, decisions of operators): HOME is not set, and this user has no home directory. Nothing was changed. Set XDG_STATE_HOME to an absolute path that this user may write"));
  }

  /** The same; none for a user without a home directory. */
  public Optional<Path> ifAny() {
    return variable("XDG_STATE_HOME")
        .or(() -> home().map(home -> home.resolve(".local").resolve("state")))
        .map(state -> state.resolve("click-counter"));
  }

  public Optional<Path> home() {
    return variable("HOME").or(() -> Optional.of(Path.of(passwd)).filter(Path::isAbsolute));
  }

  private Optional<Path> variable(String name) {
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
