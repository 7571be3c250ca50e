package clickcounter.local;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.Clicks;
import clickcounter.cli.CommandRun;
import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerateCommandTest {
  @TempDir private Path directory;

  private Result generate(String name, Object... options) {
    List<Object> words = new ArrayList<>(List.of("dev", "generate", "--out"));
    words.add(directory.resolve(name));
    words.addAll(List.of(options));
    return CommandRun.run(Clicks::commandLine, words);
  }

  @Test
  void theJsonSaysWhatIsInTheFiles() {
    Result made =
        generate("day", "--events", 500, "--ads", 9, "--drop", 0.05, "--seed", 5, "--json");
    assertThat(made.status()).as(made.err()).isZero();
    assertThat(made.out().replace(directory.toString(), "DIR"))
        .isEqualTo(
            """
            {
              "events" : 500,
              "ads" : 9,
              "counters" : 12,
              "seed" : 5,
              "lost" : 29,
              "duplicates" : 4,
              "archive" : "DIR/day/archive",
              "queue" : "DIR/day/queue.ndjson"
            }
            """);
  }

  @Test
  void theOutputIsTheSameInEveryLocale() {
    Locale before = Locale.getDefault();
    String here = generate("day1", "--events", 5_000, "--ads", 9).out();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(generate("day2", "--events", 5_000, "--ads", 9).out().replace("day2", "day1"))
          .isEqualTo(here)
          .contains("5,000 events of 9 ads");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void impossibleSizesAndDirectoriesInUseAreRefused() {
    Result none = generate("none", "--events", 0);
    assertThat(none.status()).isEqualTo(ExitCode.USAGE);
    assertThat(none.err()).contains("events: expected 1 to");
    assertThat(generate("day", "--events", 10).status()).isZero();
    Result again = generate("day", "--events", 10);
    assertThat(again.status()).isEqualTo(ExitCode.FAILED);
    assertThat(again.err()).contains("expected a new or empty directory");
  }
}
