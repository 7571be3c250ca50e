package clickcounter.topology;

import clickcounter.settings.Settings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/**
 * The options for settings, the same in every command. Not named {@code --config} and {@code -c},
 * because Storm's script consumes those.
 */
public final class SettingsOptions {
  @Option(
      names = "--settings",
      paramLabel = "FILE",
      description = "YAML file of settings; --print-settings prints one.")
  private Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "One setting, such as --set adsTasks=8; overrides the file. Repeatable.")
  private final Map<String, String> single = new LinkedHashMap<>();

  /**
   * The settings that were given, with defaults for the others.
   *
   * @throws IllegalArgumentException that names the wrong file or setting
   */
  public Settings read() {
    Settings settings = TopologySettingsTable.defaults();
    return (file == null ? settings : settings.withFile(file)).withAll(single);
  }

  /** The file that was given, or null. */
  public Path file() {
    return file;
  }

  /** The settings that were given one by one. */
  public Map<String, String> single() {
    return Map.copyOf(single);
  }
}
