package clickcounter.tools.series;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.cli.PageCommand;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Dimensions;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Judgement;
import clickcounter.event.Visitor;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Tool;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A week of clicks from two countries, and a day with many from a third. */
class SplitCommandTest {
  private static final String COUNTER = "hostA-20261017_000000-k3f9xq";
  private static final String DAY = " --from 2026-10-24 --to 2026-10-25";
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path directory;
  private final Tool tool = new Tool();
  private final List<String> lines = new ArrayList<>();

  @BeforeEach
  void count() throws IOException {
    tool.now = Instant.parse("2026-10-25T07:00:00Z");
    for (int day = 17; day < 24; day++) {
      seen(EventKind.CLICK, "NL", 8, day);
      seen(EventKind.CLICK, "DE", 2, day);
    }
    seen(EventKind.CLICK, "NL", 6, 24);
    seen(EventKind.CLICK, "DE", 2, 24);
    seen(EventKind.CLICK, "BR", 12, 24);
    seen(EventKind.CLICK, null, 1, 24);
    seen(EventKind.IMPRESSION, "DE", 40, 24);
    Judgement judgement = new Judgement("ivt@r7", COUNTER + ":0", "ivt");
    line(
        new AdEvent(
            COUNTER, lines.size(), EventKind.INVALIDATION, "m1", ms(24), 250_000, judgement),
        null);
    line(new Close(COUNTER, lines.size(), ms(24)), null);
    EventFiles.write(directory.resolve("archive/a.ndjson"), lines);
    tool.counting.receive(lines);
    assertThat(run("archive import DIR/archive").status()).isZero();
  }

  private void seen(EventKind kind, String country, int times, int day) {
    for (int i = 0; i < times; i++) {
      long micros = kind == EventKind.CLICK ? 250_000 : 0;
      line(new AdEvent(COUNTER, lines.size(), kind, "m1", ms(day), micros), country);
    }
  }

  private void line(Event event, String country) {
    Map<String, String> dims =
        country == null ? Map.of() : Map.of("country", country, "device", "phone");
    lines.add(EventWriter.toLine(event, Visitor.UNKNOWN.with(Dimensions.of(dims))));
  }

  private static long ms(int day) {
    return Instant.parse("2026-10-%02dT09:00:00Z".formatted(day)).toEpochMilli();
  }

  private Result run(String words) {
    String table = " --set ops.table=" + directory.resolve("table");
    return tool.run((Object[]) (words.replace("DIR", directory + "") + table).split(" "));
  }

  /** A verdict on a click of another day is of that click's country. */
  @Test
  void theExamplesOfThePageAreWhatTheCommandsPrint() throws IOException {
    List<PageCommand> steps = PageCommand.below(Path.of("SERIES.md"), "Splits");
    assertThat(steps).hasSize(3);
    for (PageCommand step : steps) {
      Result result = run(step.command());
      assertThat(result.out() + result.err())
          .as("%s%n%s", step.command(), result.out())
          .matches(step.pattern(text -> text));
      assertThat(result.status()).isZero();
    }
  }

  @Test
  void partsAddUpToTheWholeHoweverManyHaveRowsOfTheirOwn() throws IOException {
    JsonNode whole = JSON.readTree(run("series show m1" + DAY + " --json").out()).get("sum");
    for (String command :
        List.of("show m1", "show --all", "top", "top m1 --most 1", "top --most 3")) {
      String words = "series " + command + " --split country" + DAY + " --json";
      JsonNode split = JSON.readTree(run(words).out());
      assertThat(split.get("sum")).as(words).isEqualTo(whole);
      assertThat(split.get("split").asText()).isEqualTo("country");
    }
    String two = run("series top --split country --most 2" + DAY + " --json").out();
    assertThat(JSON.readTree(two).get("top").findValuesAsText("value"))
        .containsExactly("BR", "NL", "(others)");
  }

  @Test
  void csvHasARowForEachPeriodAndValue() {
    assertThat(run("series show m1 --split country --from 2026-10-23 --to 2026-10-25 --csv").out())
        .isEqualTo(
            """
            period,from,to,value,impressions,clicks,cost_micros,invalid,final
            2026-10-23,2026-10-23T00:00:00Z,2026-10-24T00:00:00Z,NL,0,8,2000000,0,true
            2026-10-23,2026-10-23T00:00:00Z,2026-10-24T00:00:00Z,DE,0,2,500000,0,true
            2026-10-24,2026-10-24T00:00:00Z,2026-10-25T00:00:00Z,NL,0,5,1250000,1,true
            2026-10-24,2026-10-24T00:00:00Z,2026-10-25T00:00:00Z,BR,0,12,3000000,0,true
            2026-10-24,2026-10-24T00:00:00Z,2026-10-25T00:00:00Z,DE,40,2,500000,0,true
            2026-10-24,2026-10-24T00:00:00Z,2026-10-25T00:00:00Z,(none),0,1,250000,0,true
            """);
  }

  @Test
  void aMonthHasItsSumsByEachDimension() throws IOException {
    tool.now = Instant.parse("2026-11-02T07:00:00Z");
    Result result = run("series close 2026-10 --set ops.months=" + directory.resolve("months"));
    assertThat(result.status()).as(result.out() + result.err()).isEqualTo(ExitCode.OK);
    assertThat(Files.readString(directory.resolve("months/2026-10/2026-10.dims.csv")))
        .isEqualTo(
            """
            dimension,value,impressions,gross_clicks,filtered_clicks,invalidations,reinstatements,cost_micros
            country,(none),0,1,0,0,0,250000
            country,BR,0,12,0,0,0,3000000
            country,DE,40,16,0,0,0,4000000
            country,NL,0,62,0,1,0,15250000
            device,(none),0,1,0,0,0,250000
            device,phone,40,90,0,1,0,22250000
            """);
  }

  @Test
  void nothingIsUnusualWhereNothingIsUsual() {
    Result result =
        run("series top m1 --split country --order unusual --from 2026-10-17 --to 2026-10-18");
    assertThat(result.err())
        .contains("nothing to compare: expected clicks of this time, and of the time before");
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          series show m1 --split Country           | name of a dimension: expected 1 to 32 small letters
          series top --split a.b                   | name of a dimension: expected 1 to 32 small letters
          series top --split country --most 0      | --most: expected 1 or more
          series top --order unusual               | expected --split with an ad or --order unusual
          series top m1                            | expected --split with an ad or --order unusual
          series show m2 --split country           | not imported: ad m2 has no document
          """)
  void whatCannotBeAskedIsNamed(String words, String message) {
    Result result = run(words);
    assertThat(result.out() + result.err()).contains(message);
    assertThat(result.status()).isNotZero();
  }
}
