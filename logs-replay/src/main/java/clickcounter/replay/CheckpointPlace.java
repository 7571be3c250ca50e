package clickcounter.replay;

import java.nio.file.Path;

/** Where a replay remembers how far it is when nobody says where. */
final class CheckpointPlace {
  private CheckpointPlace() {}

  /** A file of this task's own, for this user in this working directory. */
  static Path of(String task) {
    String state = System.getenv("XDG_STATE_HOME");
    Path directory =
        state == null || state.isBlank()
            ? Path.of(System.getProperty("user.home"), ".local", "state")
            : Path.of(state);
    String place = Path.of("").toAbsolutePath() + " " + task;
    long hash = 0;
    for (int i = 0; i < place.length(); i++) {
      hash = hash * 1_000_003 + place.charAt(i);
    }
    return directory.resolve("click-counter").resolve("replay-" + Long.toHexString(hash) + ".json");
  }
}
