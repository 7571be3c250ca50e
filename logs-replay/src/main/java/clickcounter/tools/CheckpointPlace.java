package clickcounter.tools;

import java.nio.file.Path;

/** Where a replay remembers how far it is when nobody says where. */
final class CheckpointPlace {
  private CheckpointPlace() {}

  /** Where the tools keep what must outlive them. */
  static Path stateDirectory() {
    String state = System.getenv("XDG_STATE_HOME");
    Path directory =
        state == null || state.isBlank()
            ? Path.of(System.getProperty("user.home"), ".local", "state")
            : Path.of(state);
    return directory.resolve("click-counter");
  }

  /** A file of this task's own, for this user. */
  static Path of(String task) {
    long hash = 0;
    for (int i = 0; i < task.length(); i++) {
      hash = hash * 1_000_003 + task.charAt(i);
    }
    return stateDirectory().resolve("replay-" + Long.toHexString(hash) + ".json");
  }
}
