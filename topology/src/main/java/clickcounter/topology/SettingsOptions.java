package clickcounter.topology;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/**
 * How every command takes settings. Storm's own script takes {@code --config} and {@code -c} for
 * itself, so these have other names.
 */
public final class SettingsOptions {
  @Option(
      names = "--settings",
      paramLabel = "FILE",
      description = "YAML file of settings; --print-settings of submit prints one.")
  private Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "One setting, such as --set adsTasks=8, over those of the file; may be repeated.")
  private final Map<String, String> single = new LinkedHashMap<>();

  /**
   * The settings that were given, over the defaults.
   *
   * @throws IllegalArgumentException naming the file or setting that is wrong
   */
  public Settings read() {
    Settings settings = file == null ? Settings.defaults() : Settings.defaults().withFile(file);
    return settings.withAll(single);
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
