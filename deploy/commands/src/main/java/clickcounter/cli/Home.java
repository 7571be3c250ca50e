package clickcounter.cli;

import java.nio.file.Path;

/** The checkout or distribution that a command was started from. */
public final class Home {
  private static final String CHECKOUT_LAUNCHER = "deploy/clicks";

  private Home() {}

  /**
   * The directory that the launcher puts into the system property {@code clicks.home}; the current
   * one by default.
   */
  public static Path directory() {
    return Path.of(System.getProperty("clicks.home", ".")).toAbsolutePath().normalize();
  }

  /** Whether anybody has said where it is: files in the current directory may be of others. */
  static boolean isKnown() {
    return System.getProperty("clicks.home") != null || System.getProperty("clicks.data") != null;
  }

  /**
   * The default directory of a command that keeps data: NAME in the system property {@code
   * clicks.data}, or {@code deploy/target/NAME}.
   */
  public static Path data(String name) {
    String data = System.getProperty("clicks.data", "");
    return data.isEmpty()
        ? directory().resolve(Path.of("deploy", "target", name))
        : Path.of(data).toAbsolutePath().normalize().resolve(name);
  }

  /** What a person types to start a command; a distribution's launcher has another name. */
  public static String launcher() {
    return System.getProperty("clicks.launcher", CHECKOUT_LAUNCHER);
  }

  /** Where a page is: below the top of a checkout, or in the doc directory of a distribution. */
  public static String page(String page) {
    return System.getProperty("clicks.pages", "") + page;
  }

  static String withLauncher(String text) {
    return text.replace(CHECKOUT_LAUNCHER, launcher());
  }
}
