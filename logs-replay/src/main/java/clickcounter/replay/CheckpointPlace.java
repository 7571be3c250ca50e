package clickcounter.replay;

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

  /** A file of this task's own, for this user in this working directory. */
  static Path of(String task) {
    String place = Path.of("").toAbsolutePath() + " " + task;
    long hash = 0;
    for (int i = 0; i < place.length(); i++) {
      hash = hash * 1_000_003 + place.charAt(i);
    }
    return stateDirectory().resolve("replay-" + Long.toHexString(hash) + ".json");
  }
}
