package clickcounter.topology;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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

  /** The same as words of a command line. */
  public List<String> words() {
    List<String> words = new ArrayList<>();
    if (file != null) {
      words.add("--settings=" + file.toAbsolutePath());
    }
    single.forEach((key, value) -> words.add("--set=" + key + "=" + value));
    return words;
  }
}
