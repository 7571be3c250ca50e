package clickcounter.tools;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.PageCommand;
import clickcounter.traffic.Generator;
import clickcounter.traffic.Generator.GeneratedDay;
import clickcounter.traffic.GeneratorSettings;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The walk-throughs in the tools' pages: their commands and their output; times are ignored. */
class WalkTest {
  private static final String LOST_HOUR =
      "An hour of events was lost: find it, resend it, prove it";
  private static final String FILES_ONLY = "A service that only writes files";
  private static final Path PAGE = Path.of("README.md");
  private static final Path ARCHIVE_PAGE = Path.of("ARCHIVE.md");
  private static final String ARCHIVE = "deploy/target/local/demo/archive";

  private static final String AUTHOR = "ivt-20260601-r7";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Ads with verdicts, of which each is shown. */
  private static final int MOST_SHOWN = 40;

  @TempDir private static Path directory;
  private static GeneratedDay day;
  private final Tool tool = new Tool();

  @BeforeAll
  static void generateTheDemonstration() throws IOException {
    day =
        Generator.generate(
            GeneratorSettings.demonstration(), directory.resolve("demo"), count -> {});
  }

  @Test
  void theWalkIsWhatANewcomerGets() throws IOException {
    tool.counting.receive(EventFiles.read(day.queue()));
    List<PageCommand> steps = PageCommand.below(PAGE, LOST_HOUR);
    assertThat(steps).hasSizeGreaterThan(6);

    List<Integer> statuses = new ArrayList<>();
    for (PageCommand step : steps) {
      String archive = day.archive().toString();
      Result result =
          tool.run(
              Arrays.stream(step.command().split(" "))
                  .map(word -> word.replace(ARCHIVE, archive))
                  .toArray());
      tool.countQueue();
      String out = result.out().replace(archive, ARCHIVE);
      assertThat(timeless(out))
          .as("%s%n%s", step.command(), out)
          .matches(step.pattern(WalkTest::timeless));
      statuses.add(result.status());
    }
    // gaps, audit and explain find what is missing; replays are done; then nothing is missing.
    assertThat(statuses).containsExactly(1, 1, 1, 0, 0, 0, 0, 0);
    assertThat(tool.run("documents", "audit", day.archive()).status()).isZero();
  }

  @Test
  void dayWithVerdictsIsEqualGrossAndNetAfterAReplayAndARecount() throws IOException {
    tool.counting.receive(EventFiles.read(day.queue()));
    assertThat(tool.run("archive", "replay", day.archive()).status()).isZero();
    tool.countQueue();
    saysTheTruth();

    Result recounted = tool.run("documents", "recount", "--counter", AUTHOR, day.archive());
    assertThat(recounted.status()).as(recounted.out() + recounted.err()).isZero();
    saysTheTruth();
    Result check = tool.run("archive", "check", "--open-ok", day.archive());
    assertThat(check.out()).contains("FINE").doesNotContain("verdict");
  }

  private void saysTheTruth() throws IOException {
    Result audit = tool.run("documents", "audit", day.archive());
    assertThat(audit.out()).as(audit.err()).contains("EQUAL: every document matches the archive.");
    JsonNode ads = Truth.of(day.queue().getParent()).path("ads");
    int judged = 0;
    for (Map.Entry<String, JsonNode> ad : ads.properties()) {
      JsonNode truth = ad.getValue();
      if (truth.path("invalidated").asLong() == 0 || judged == MOST_SHOWN) {
        continue;
      }
      judged++;
      JsonNode shown = JSON.readTree(tool.run("ads", "show", ad.getKey(), "--json").out());
      JsonNode invalid = shown.findValue("invalid");
      for (String net : List.of("clicks", "costMicros", "spentMicros")) {
        assertThat(shown.findValue(net)).as("%s of %s", net, ad).isEqualTo(truth.get(net));
      }
      for (String gross : List.of("grossClicks", "invalidated", "invalidatedMicros")) {
        assertThat(invalid.get(gross)).as("%s of %s", gross, ad).isEqualTo(truth.get(gross));
      }
    }
    assertThat(judged).isEqualTo(MOST_SHOWN);
  }

  @Test
  void filesOfAServiceAreCheckedAndShipped() throws IOException {
    String position = directory.resolve("position").toString();
    List<Integer> statuses = new ArrayList<>();
    List<PageCommand> steps = PageCommand.below(ARCHIVE_PAGE, FILES_ONLY);
    assertThat(steps.get(0).command()).isEqualTo("dev generate --out /tmp/day --events 2000");
    Generator.generate(
        GeneratorSettings.defaults().withEvents(2_000), directory.resolve("day"), count -> {});
    for (PageCommand step : steps.subList(1, steps.size())) {
      Object[] words =
          Arrays.stream(step.command().split(" "))
              .map(word -> word.replace("/tmp/day", directory.resolve("day").toString()))
              .map(word -> word.replace("deploy/target/position", position))
              .toArray();
      Result result = tool.run(words);
      tool.countQueue();
      String out = result.out().replace(directory.toString(), "/tmp");
      assertThat(timeless(out))
          .as("%s%n%s", step.command(), out)
          .matches(step.pattern(WalkTest::timeless));
      statuses.add(result.status());
    }
    // Check the archive, ship twice, and nothing is missing.
    assertThat(statuses).containsExactly(1, 0, 0, 0, 0);
  }

  private static String timeless(String text) {
    return text.replaceAll("since \\S+ \\([^)]*\\)", "since THEN");
  }
}
