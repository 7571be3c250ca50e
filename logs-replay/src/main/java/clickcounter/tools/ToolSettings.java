package clickcounter.tools;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import picocli.CommandLine.Option;

/**
 * The topology's settings file, from which the tools take the settings of the broker and of Riak.
 * They ignore its other settings.
 */
public final class ToolSettings {
  static final String VARIABLE = "CLICKS_SETTINGS";

  private static final List<String> PREFIXES = List.of("broker.", "riak.");

  @Option(
      names = "--settings",
      paramLabel = "FILE",
      description =
          "The topology's settings file; its broker.* and riak.* settings are the "
              + "defaults of these options. Default: the file named by the environment "
              + "variable "
              + VARIABLE)
  private Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "One setting, which overrides the file's; repeatable")
  private Map<String, String> single = new LinkedHashMap<>();

  private final Map<String, String> environment;
  private Map<String, String> values;
  private Map<String, String> known = Map.of();

  ToolSettings() {
    this(System.getenv());
  }

  ToolSettings(Map<String, String> environment) {
    this.environment = environment;
  }

  /** Settings that the caller knows. A file and {@code --set} override them. */
  public ToolSettings orElse(Map<String, String> others) {
    known = Map.copyOf(others);
    values = null;
    return this;
  }

  /** The setting's value, or this default if it is not set. */
  String text(String key, String defaultValue) {
    String value = values().getOrDefault(key, "");
    return value.isEmpty() ? defaultValue : value;
  }

  /**
   * The setting's value as a whole number.
   *
   * @throws IllegalArgumentException naming the setting
   */
  public int number(String key, int defaultValue) {
    String value = text(key, Integer.toString(defaultValue));
    try {
      return Integer.parseInt(value.replace("_", ""));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "setting " + key + ": expected a whole number, found '" + value + "'", e);
    }
  }

  private Map<String, String> values() {
    if (values == null) {
      Path path = file;
      String named = environment.getOrDefault(VARIABLE, "");
      if (path == null && !named.isBlank()) {
        path = Path.of(named);
      }
      Map<String, String> read = path == null ? new TreeMap<>() : read(path);
      single.keySet().forEach(ToolSettings::requireOurs);
      read.putAll(single);
      read.keySet().forEach(ToolSettings::requireKnown);
      known.forEach(read::putIfAbsent);
      values = read;
    }
    return values;
  }

  /**
   * A file may have the topology's settings too, but one on the command line would have no effect.
   */
  private static void requireOurs(String key) {
    if (PREFIXES.stream().noneMatch(key::startsWith)) {
      throw new IllegalArgumentException(
          "--set " + key + ": the tools accept only settings that begin with " + PREFIXES);
    }
  }

  private static void requireKnown(String key) {
    boolean ours = PREFIXES.stream().anyMatch(key::startsWith);
    if (ours && !RiakOptions.SETTINGS.contains(key) && !BrokerOptions.SETTINGS.contains(key)) {
      throw new IllegalArgumentException(
          "setting '"
              + key
              + "' does not exist; there are: "
              + BrokerOptions.SETTINGS
              + " and "
              + RiakOptions.SETTINGS);
    }
  }

  private static Map<String, String> read(Path path) {
    Object loaded;
    try (Reader reader = Files.newBufferedReader(path)) {
      loaded = new Yaml(new SafeConstructor(new LoaderOptions())).load(reader);
    } catch (IOException | YAMLException e) {
      throw new IllegalArgumentException("settings file " + path + " cannot be read: " + e, e);
    }
    Map<String, String> read = new TreeMap<>();
    if (loaded == null) {
      return read;
    }
    if (!(loaded instanceof Map<?, ?> mapping)) {
      throw new IllegalArgumentException(
          "settings file " + path + ": expected a mapping of settings to values");
    }
    for (Map.Entry<?, ?> entry : mapping.entrySet()) {
      if (entry.getValue() instanceof Map || entry.getValue() instanceof List) {
        throw new IllegalArgumentException(
            "settings file "
                + path
                + ": expected a plain value of "
                + entry.getKey()
                + ", found "
                + entry.getValue());
      }
      String value = entry.getValue() == null ? "" : entry.getValue().toString();
      read.put(String.valueOf(entry.getKey()), value);
    }
    return read;
  }
}
