package clickcounter.tools.judge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The example {@code rules.yaml}, with other numbers. */
final class ExampleRules {
  private ExampleRules() {}

  static String file() {
    try {
      return Files.readString(Path.of("rules.yaml"));
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

  static String rule(String name) {
    Matcher rule = Pattern.compile("  - rule: " + name + "\n(    .*\n)+").matcher(file());
    if (!rule.find()) {
      throw new IllegalStateException("no rule " + name);
    }
    return rule.group();
  }
}
