package clickcounter.settings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where the settings file is, if a command is not told: the one that the environment variable
 * {@value #VARIABLE} names, or else the first that exists of clicks.yaml in the current directory
 * and the machine's.
 */
public final class SettingsSearch {
  public static final String VARIABLE = "CLICKS_SETTINGS";

  /** The machine's. */
  public static final String MACHINE = "/etc/clicks/clicks.yaml";

  /** In the current directory, and in that of a system which runs on this machine. */
  public static final String NAME = "clicks.yaml";

  private final String named;
  private final List<Path> usual;

  /**
   * @param usual places where a file may be
   */
  public SettingsSearch(Map<String, String> environment, Path... usual) {
    this.named = environment.getOrDefault(VARIABLE, "").strip();
    this.usual = Stream.of(usual).map(path -> path.toAbsolutePath().normalize()).toList();
  }

  /** Of this process. */
  public static SettingsSearch real() {
    return new SettingsSearch(System.getenv(), Path.of(NAME), Path.of(MACHINE));
  }

  /** Finds nothing. */
  public static SettingsSearch none() {
    return new SettingsSearch(Map.of());
  }

  /** The file. One that is named need not exist: reading it says so. */
  public Optional<Path> find() {
    return named.isEmpty()
        ? usual.stream().filter(Files::exists).findFirst()
        : Optional.of(Path.of(named));
  }

  /** Whether no file was looked for: that none was found says nothing then. */
  public boolean looksNowhere() {
    return named.isEmpty() && usual.isEmpty();
  }

  /** Whether a file was found where a person may not expect it: in the current directory. */
  public boolean isSurprising(Path file) {
    return named.isEmpty() && !usual.isEmpty() && file.equals(usual.get(0));
  }
}
