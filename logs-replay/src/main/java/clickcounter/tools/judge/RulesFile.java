package clickcounter.tools.judge;

import clickcounter.cli.Durations;
import clickcounter.cli.IoErrors;
import clickcounter.settings.SettingsFile;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * A YAML file of rules:
 *
 * <pre>
 * author: ivt
 * version: r7
 * rules:
 *   - {rule: repeat, reason: repeat@2, within: 10s}
 *   - {rule: rate, reason: rate@1, clicks: 20, within: 1m}
 *   - {rule: unseen, reason: unseen@1, within: 30m}
 * </pre>
 *
 * @param author of the verdicts
 * @param version of the file
 * @param rules the first that finds a click gives the reason
 */
record RulesFile(String author, String version, List<Rule> rules) {
  RulesFile {
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
  static RulesFile read(Path file) {
    try (Reader reader = Files.newBufferedReader(file)) {
      Fields fields = new Fields(SettingsFile.texts().load(reader));
      List<Rule> rules = new ArrayList<>();
      for (Object rule : fields.list("rules")) {
        rules.add(rule(rules.size() + 1, rule));
      }
      RulesFile read = new RulesFile(fields.text("author"), fields.text("version"), rules);
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
      String kind = fields.text("rule");
      String reason = fields.text("reason");
      long withinMs = new Durations().convert(fields.text("within")).toMillis();
      Rule rule =
          switch (kind) {
            case "repeat" -> new Rule.Repeat(reason, withinMs);
            case "rate" -> new Rule.Rate(reason, fields.number("clicks"), withinMs);
            case "unseen" -> new Rule.Unseen(reason, withinMs);
            default ->
                throw new IllegalArgumentException(
                    "rule: expected repeat, rate or unseen, found '" + kind + "'");
          };
      fields.requireNoOther();
      return rule;
    } catch (RuntimeException e) { // of picocli's conversion, too
      throw new IllegalArgumentException("rule " + number + ": " + e.getMessage(), e);
    }
  }

  Author author(LocalDate day) {
    return new Author(author, version, day);
  }

  /** How long before a day clicks and impressions are looked at. */
  long withinMs() {
    return rules.stream().mapToLong(Rule::withinMs).max().orElseThrow();
  }

  boolean needsImpressions() {
    return rules.stream().anyMatch(Rule.Unseen.class::isInstance);
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

    int number(String name) {
      String text = text(name);
      try {
        return Integer.parseInt(text);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            name + ": expected a whole number, found '" + text + "'", e);
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
