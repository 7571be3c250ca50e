package clickcounter.tools.common;

import java.nio.file.Path;

/** Where the tools keep files that must outlive them, for the current user. */
public final class StateDirectory {
  private StateDirectory() {}

  /** By the XDG base directory specification. */
  public static Path path() {
    String state = System.getenv("XDG_STATE_HOME");
    Path directory =
        state == null || state.isBlank()
            ? Path.of(System.getProperty("user.home"), ".local", "state")
            : Path.of(state);
    return directory.resolve("click-counter");
  }
}
