package clickcounter.tools.judge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The rules that the page {@code ARCHIVE.md} shows, with other numbers. */
final class ExampleRules {
  private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  private ExampleRules() {}

  /** The file as the page has it. */
  static String file() {
    try {
      return YAML.matcher(Files.readString(Path.of("ARCHIVE.md")))
          .results()
          .map(yaml -> yaml.group(1))
          .collect(Collectors.joining());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String repeat(String reason, long withinMs) {
    return rule("repeat").replace("10_000", "" + withinMs).replace("repeat@2", reason);
  }

  static String rate(String reason, int most, long withinMs) {
    return rule("rate")
        .replace("> 20", "> " + most)
        .replace("60_000", "" + withinMs)
        .replace("rate@1", reason);
  }

  static String unseen(String reason, long withinMs) {
    return rule("unseen").replace("1_800_000", "" + withinMs).replace("unseen@1", reason);
  }

  static String elsewhere(String reason, int surprise) {
    return rule("elsewhere")
        .replace("surprise > 100", "surprise > " + surprise)
        .replace("elsewhere@1", reason);
  }

  private static String rule(String name) {
    Matcher rule = Pattern.compile("  - rule: " + name + "\n(    .*\n)+").matcher(file());
    if (!rule.find()) {
      throw new IllegalStateException("no rule " + name);
    }
    return rule.group();
  }
}
