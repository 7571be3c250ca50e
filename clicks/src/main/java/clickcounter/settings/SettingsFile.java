package clickcounter.settings;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * A YAML file of settings, one flat mapping:
 *
 * <pre>
 * riak.nodes: riak1:8087,riak2:8087
 * adsTasks: 8
 * </pre>
 */
public final class SettingsFile {
  private SettingsFile() {}

  /**
   * All values of a file, as they are written. A key without a value has an empty one.
   *
   * @throws IllegalArgumentException that names the file and what is wrong in it
   */
  public static Map<String, String> read(Path file) {
    Object loaded;
    try (Reader reader = Files.newBufferedReader(file)) {
      loaded = texts().load(reader);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("there is no settings file " + file, e);
    } catch (MarkedYAMLException e) {
      throw new IllegalArgumentException(
          "settings file %s, line %d: %s"
              .formatted(file, e.getProblemMark().getLine() + 1, e.getProblem()),
          e);
    } catch (IOException | YAMLException e) {
      String why = Files.isDirectory(file) ? "it is a directory" : e.toString();
      throw new IllegalArgumentException("settings file " + file + " cannot be read: " + why, e);
    }
    if (loaded == null) {
      return Map.of();
    }
    if (!(loaded instanceof Map<?, ?> mapping)) {
      throw new IllegalArgumentException(
          "settings file " + file + ": expected one mapping of settings to values");
    }
    Map<String, String> values = new LinkedHashMap<>();
    mapping.forEach((key, value) -> values.put(String.valueOf(key), text(file, key, value)));
    return values;
  }

  private static String text(Path file, Object key, Object value) {
    if (value instanceof Map || value instanceof List) {
      throw new IllegalArgumentException(
          "settings file " + file + ": expected a plain value of " + key + ", found " + value);
    }
    return value == null ? "" : value.toString();
  }

  /**
   * A parser that keeps every value as it is written: YAML's rules would turn the user name {@code
   * no} into false, and 0123 into another number. Only an empty value becomes null.
   */
  public static Yaml texts() {
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
}
