package clickcounter.cli;

import java.nio.file.Path;

/** The checkout or distribution that a command was started from. */
public final class Home {
  private Home() {}

  /**
   * The directory that the launcher puts into the system property {@code clicks.home}; the current
   * one by default.
   */
  public static Path directory() {
    return Path.of(System.getProperty("clicks.home", ".")).toAbsolutePath().normalize();
  }

  /** The default directory of a command that keeps data: {@code deploy/target/NAME}. */
  public static Path data(String name) {
    return directory().resolve(Path.of("deploy", "target", name));
  }
}
