package clickcounter.tools.judge;

import clickcounter.cli.Durations;
import clickcounter.cli.IoErrors;
import clickcounter.settings.SettingsFile;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.error.YAMLException;
import picocli.CommandLine.TypeConversionException;

/**
 * A YAML file of rules:
 *
 * <pre>
 * author: ivt
 * version: r7
 * before: 1h
 * rules:
 *   - rule: repeat
 *     reason: repeat@2
 *     sql: SELECT counter, sequence FROM clicks WHERE …
 * </pre>
 *
 * @param author of the verdicts
 * @param version of the file
 * @param before how long before the day rules look
 * @param rules the first that finds a click gives the reason
 */
public record RulesFile(String author, String version, Duration before, List<Rule> rules) {
  public RulesFile {
    rules = List.copyOf(rules);
    if (rules.isEmpty()) {
      throw new IllegalArgumentException("rules: expected one or more, found none");
    }
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException that names the file and what is wrong in it
   */
  public static RulesFile read(Path file) {
    try (Reader reader = Files.newBufferedReader(file)) {
      Fields fields = new Fields(SettingsFile.texts().load(reader));
      List<Rule> rules = new ArrayList<>();
      for (Object rule : fields.list("rules")) {
        rules.add(rule(rules.size() + 1, rule));
      }
      RulesFile read =
          new RulesFile(
              fields.text("author"), fields.text("version"), fields.duration("before"), rules);
      fields.requireNoOther();
      read.author(LocalDate.EPOCH); // is checked with the file
      return read;
    } catch (IOException | YAMLException | IllegalArgumentException e) {
      throw new IllegalArgumentException("rules file " + file + ": " + IoErrors.reason(e), e);
    }
  }

  private static Rule rule(int number, Object yaml) {
    try {
      Fields fields = new Fields(yaml);
      Rule rule = new Rule(fields.text("rule"), fields.text("reason"), fields.text("sql"));
      fields.requireNoOther();
      return rule;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("rule " + number + ": " + e.getMessage(), e);
    }
  }

  Author author(LocalDate day) {
    return new Author(author, version, day);
  }

  /** The fields of a mapping, all of which are to be used. */
  private static final class Fields {
    private final Map<?, ?> values;
    private final Set<Object> used = new HashSet<>();

    Fields(Object yaml) {
      if (!(yaml instanceof Map<?, ?> mapping)) {
        throw new IllegalArgumentException("expected fields with values, found " + yaml);
      }
      values = mapping;
    }

    private Object value(String name) {
      used.add(name);
      Object value = values.get(name);
      if (value == null) {
        throw new IllegalArgumentException(name + " is missing");
      }
      return value;
    }

    String text(String name) {
      if (value(name) instanceof String text) {
        return text;
      }
      throw new IllegalArgumentException(name + ": expected a value, found " + values.get(name));
    }

    Duration duration(String name) {
      try {
        return new Durations().convert(text(name));
      } catch (TypeConversionException e) {
        throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
      }
    }

    List<?> list(String name) {
      if (value(name) instanceof List<?> list) {
        return list;
      }
      throw new IllegalArgumentException(name + ": expected a list, found " + values.get(name));
    }

    void requireNoOther() {
      for (Object name : values.keySet()) {
        if (!used.contains(name)) {
          throw new IllegalArgumentException(name + ": expected one of " + used);
        }
      }
    }
  }
}
