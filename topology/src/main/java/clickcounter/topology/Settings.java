package clickcounter.topology;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * The values of all settings: {@code key=value} pairs override a YAML file, which overrides the
 * defaults in {@link Setting}. A file is one flat mapping:
 *
 * <pre>
 * riak.nodes: riak1:8087,riak2:8087
 * adsTasks: 8
 * </pre>
 */
public final class Settings {
  private final Map<Setting, String> values;

  private Settings(Map<Setting, String> values) {
    this.values = values;
  }

  public static Settings defaults() {
    return new Settings(new EnumMap<>(Setting.class));
  }

  /**
   * These settings, overridden by those of a file.
   *
   * @throws IllegalArgumentException that names the file and what is wrong in it
   */
  public Settings withFile(Path file) {
    Object loaded;
    try (Reader reader = Files.newBufferedReader(file)) {
      loaded = texts().load(reader);
    } catch (IOException | YAMLException e) {
      throw new IllegalArgumentException(
          "settings file " + file + " cannot be read: " + e.getMessage(), e);
    }
    if (loaded == null) {
      return this;
    }
    if (!(loaded instanceof Map<?, ?> mapping)) {
      throw new IllegalArgumentException(
          "settings file " + file + ": expected one mapping of settings to values");
    }
    Settings result = this;
    for (Map.Entry<?, ?> entry : mapping.entrySet()) {
      if (entry.getValue() instanceof Map || entry.getValue() instanceof List) {
        throw new IllegalArgumentException(
            "settings file "
                + file
                + ": expected a plain value of "
                + entry.getKey()
                + ", found "
                + entry.getValue());
      }
      result = result.with(String.valueOf(entry.getKey()), entry.getValue());
    }
    return result;
  }

  /**
   * A parser that keeps every value as it is written: YAML's rules would turn the user name {@code
   * no} into false, and 0123 into another number. Only an empty value becomes null.
   */
  private static Yaml texts() {
    LoaderOptions options = new LoaderOptions();
    DumperOptions unused = new DumperOptions();
    return new Yaml(
        new SafeConstructor(options),
        new Representer(unused),
        unused,
        options,
        new Resolver() {
          @Override
          protected void addImplicitResolvers() {
            addImplicitResolver(Tag.NULL, NULL, "~nN\0");
            addImplicitResolver(Tag.NULL, EMPTY, null);
          }
        });
  }

  /**
   * These settings with one value changed.
   *
   * @param value null is the same as empty: a key without a value in a file
   * @throws IllegalArgumentException when there is no such setting, or it does not accept this
   *     value
   */
  public Settings with(String key, Object value) {
    Setting setting = Setting.of(key);
    String text = value == null ? "" : String.valueOf(value);
    setting.check(text);
    Map<Setting, String> changed = new EnumMap<>(Setting.class);
    changed.putAll(values);
    changed.put(setting, text);
    return new Settings(changed);
  }

  /** These settings, overridden by others. */
  public Settings withAll(Map<String, String> others) {
    Settings result = this;
    for (Map.Entry<String, String> other : others.entrySet()) {
      result = result.with(other.getKey(), other.getValue());
    }
    return result;
  }

  /** Whether a value was given, even if it is the default. */
  public boolean isGiven(String key) {
    return values.containsKey(Setting.of(key));
  }

  /**
   * The value of a setting, as text.
   *
   * @throws IllegalArgumentException when there is no such setting
   */
  public String value(String key) {
    return text(Setting.of(key));
  }

  String text(Setting setting) {
    return values.getOrDefault(setting, setting.defaultValue());
  }

  long number(Setting setting) {
    return setting.parse(text(setting));
  }

  int integer(Setting setting) {
    return Math.toIntExact(number(setting));
  }

  /** All settings as a Markdown table. */
  public static String table() {
    StringBuilder table =
        new StringBuilder("| setting | default | values | meaning |\n| --- | --- | --- | --- |\n");
    for (Setting setting : Setting.values()) {
      table
          .append("| `")
          .append(setting.key())
          .append("` | ")
          .append(setting.defaultValue().isEmpty() ? "" : "`" + setting.defaultValue() + "`")
          .append(" | ")
          .append(setting.limits())
          .append(" | ")
          .append(setting.meaning())
          .append(" |\n");
    }
    return table.toString();
  }

  /**
   * A settings file with every setting at its default, each below a comment with its meaning and
   * limits.
   */
  public static String yaml() {
    StringBuilder file = new StringBuilder();
    for (Setting setting : Setting.values()) {
      file.append("# ").append(setting.meaning());
      file.append(" (").append(setting.limits()).append(")\n");
      file.append(setting.key()).append(": ").append(quoted(setting.defaultValue())).append("\n\n");
    }
    return file.toString();
  }

  private static String quoted(String value) {
    return value.matches("\\w+") ? value : '"' + value + '"';
  }
}
