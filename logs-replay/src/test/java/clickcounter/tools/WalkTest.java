package clickcounter.tools;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.tools.generate.Generator;
import clickcounter.tools.generate.Generator.GeneratedDay;
import clickcounter.tools.generate.GeneratorSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The walk-throughs in the tools' README: their commands and their output. There, {@code …} matches
 * any text, and alone on a line any lines; times are ignored.
 */
class WalkTest {
  private static final String LOST_HOUR = "## An hour of events was lost";
  private static final String FILES_ONLY = "## A service that only writes files";
  private static final String PROMPT = "$ deploy/clicks ";
  private static final String ARCHIVE = "deploy/target/local/demo/archive";
  private static final String REPORT = "/tmp/audit.html";

  @TempDir private Path directory;
  private final Tool tool = new Tool();

  private record Step(String command, List<String> output) {}

  private static List<Step> steps(String title) throws IOException {
    List<Step> steps = new ArrayList<>();
    boolean inWalk = false;
    boolean inCode = false;
    for (String line : Files.readAllLines(Path.of("README.md"))) {
      if (line.startsWith("## ")) {
        inWalk = line.startsWith(title);
      } else if (inWalk && line.startsWith("```")) {
        inCode = !inCode;
      } else if (inWalk && inCode && line.startsWith(PROMPT)) {
        steps.add(new Step(line.substring(PROMPT.length()), new ArrayList<>()));
      } else if (inWalk && inCode) {
        steps.get(steps.size() - 1).output().add(line);
      }
    }
    return steps;
  }

  @Test
  void theWalkIsWhatANewcomerGets() throws IOException {
    GeneratedDay day =
        Generator.generate(
            GeneratorSettings.demonstration(), directory.resolve("demo"), true, count -> {});
    tool.counting.receive(EventFiles.read(day.queue()));
    List<Step> steps = steps(LOST_HOUR);
    assertThat(steps).hasSizeGreaterThan(6);

    List<Integer> statuses = new ArrayList<>();
    for (Step step : steps) {
      String archive = day.archive().toString();
      Path report = directory.resolve("audit.html");
      Tool.Result result =
          tool.run(
              Arrays.stream(step.command().split(" "))
                  .map(word -> word.replace(ARCHIVE, archive).replace(REPORT, report.toString()))
                  .toArray());
      tool.countQueue();
      String out = result.out().replace(archive, ARCHIVE).replace(report.toString(), REPORT);
      assertThat(timeless(out)).as("%s%n%s", step.command(), out).matches(pattern(step.output()));
      statuses.add(result.status());
    }
    // gaps, audit and explain find what is missing; replays are done; then nothing is missing.
    assertThat(statuses).containsExactly(1, 1, 1, 0, 0, 0, 0, 0);
    assertThat(tool.run("audit", day.archive()).status()).isZero();
  }

  @Test
  void filesOfAServiceAreCheckedAndShipped() throws IOException {
    String position = directory.resolve("position").toString();
    List<Integer> statuses = new ArrayList<>();
    for (Step step : steps(FILES_ONLY)) {
      Object[] words =
          Arrays.stream(step.command().split(" "))
              .map(word -> word.replace("/tmp/day", directory.resolve("day").toString()))
              .map(word -> word.replace("/tmp/position", position))
              .toArray();
      Tool.Result result = tool.run(words);
      tool.countQueue();
      String out = result.out().replace(directory.toString(), "/tmp");
      assertThat(timeless(out)).as("%s%n%s", step.command(), out).matches(pattern(step.output()));
      statuses.add(result.status());
    }
    // generate, check the archive, ship twice, and nothing is missing.
    assertThat(statuses).containsExactly(0, 1, 0, 0, 0, 0);
  }

  private static String timeless(String text) {
    return text.replaceAll("in [\\d.]+ s, [\\d,]+ a second", "in SECONDS")
        .replaceAll("since \\S+ \\([^)]*\\)", "since THEN");
  }

  private static Pattern pattern(List<String> lines) {
    StringBuilder pattern = new StringBuilder();
    for (String line : lines) {
      if (line.strip().equals("…")) {
        pattern.append("(?:[^\n]*\n)*");
      } else if (!line.isBlank()) {
        String literal = Pattern.quote(timeless(line)).replace("…", "\\E[^\n]*\\Q");
        pattern.append(literal).append('\n');
      }
    }
    return Pattern.compile(pattern.toString());
  }
}
