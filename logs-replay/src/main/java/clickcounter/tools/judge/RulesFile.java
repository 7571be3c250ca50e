package clickcounter.tools.judge;

import clickcounter.cli.Durations;
import clickcounter.cli.IoErrors;
import clickcounter.event.CounterId;
import clickcounter.event.Judgement;
import clickcounter.settings.SettingsFile;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
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
 * @param author a word, which all verdicts by these rules have as their author
 * @param version of all rules together
 * @param before how long before the day rules look
 * @param rules the first that finds a click gives the reason
 */
public record RulesFile(String author, String version, Duration before, List<Rule> rules) {
  private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9._]{1,16}");

  /**
   * Finds invalid clicks of a day by a query of the tables of a {@link JudgedDay}.
   *
   * @param name by which errors call it
   * @param reason its word and version, as the verdicts have it
   * @param sql one SELECT, whose columns {@code counter} and {@code sequence} are clicks' ids
   */
  public record Rule(String name, String reason, String sql) {
    public Rule {
      Judgement.ofFilter(reason);
    }
  }

  public RulesFile {
    Judgement.requireAuthor(author);
    if (!VERSION.matcher(version).matches()) {
      throw new IllegalArgumentException(
          "version: expected 1 to 16 letters, digits, '.' or '_', such as r7, found '%s'"
              .formatted(version));
    }
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
      Map<?, ?> fields =
          fields(SettingsFile.texts().load(reader), "author", "version", "before", "rules");
      if (!(fields.get("rules") instanceof List<?> list)) {
        throw new IllegalArgumentException("rules: expected a list, found " + fields.get("rules"));
      }
      List<Rule> rules = new ArrayList<>();
      for (Object rule : list) {
        rules.add(rule(rules.size() + 1, rule));
      }
      return new RulesFile(text(fields, "author"), text(fields, "version"), before(fields), rules);
    } catch (IOException | YAMLException | IllegalArgumentException e) {
      throw new IllegalArgumentException("rules file " + file + ": " + IoErrors.reason(e), e);
    }
  }

  private static Rule rule(int number, Object yaml) {
    try {
      Map<?, ?> fields = fields(yaml, "rule", "reason", "sql");
      return new Rule(text(fields, "rule"), text(fields, "reason"), text(fields, "sql"));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("rule " + number + ": " + e.getMessage(), e);
    }
  }

  private static Duration before(Map<?, ?> fields) {
    try {
      return new Durations().convert(text(fields, "before"));
    } catch (TypeConversionException e) {
      throw new IllegalArgumentException("before: " + e.getMessage(), e);
    }
  }

  /** A mapping that has no other fields than these. */
  private static Map<?, ?> fields(Object yaml, String... names) {
    if (!(yaml instanceof Map<?, ?> fields)) {
      throw new IllegalArgumentException("expected fields with values, found " + yaml);
    }
    List<String> expected = List.of(names);
    for (Object name : fields.keySet()) {
      if (!expected.contains(name)) {
        throw new IllegalArgumentException(name + ": expected one of " + expected);
      }
    }
    return fields;
  }

  private static String text(Map<?, ?> fields, String name) {
    if (fields.get(name) instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException(
        fields.containsKey(name)
            ? name + ": expected a value, found " + fields.get(name)
            : name + " is missing");
  }

  /** Why it charges clicks again that it took back before. */
  String reason() {
    return author + "@" + version;
  }

  /**
   * The counter of the next run. Each that finds something new is a counter of its own: {@code
   * ivt-20131030-r7}, and {@code ivt-20131030-r7-2} if the archives have that one. Nothing reads
   * these names: a verdict has its author and its click.
   *
   * @param day of UTC, on which the clicks happened
   * @param used all that may have verdicts
   */
  String nextCounter(LocalDate day, Set<String> used) {
    String first = author + "-" + DateTimeFormatter.BASIC_ISO_DATE.format(day) + "-" + version;
    String next = first;
    for (int run = 2; used.contains(next); run++) {
      next = first + "-" + run;
    }
    CounterId.requireValid(next);
    return next;
  }
}
