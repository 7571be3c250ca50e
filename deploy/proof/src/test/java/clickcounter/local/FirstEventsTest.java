package clickcounter.local;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.PageCommand;
import clickcounter.document.AdTotals;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page that leads to the first counted event: its programs and its commands. */
@Tag("slow")
class FirstEventsTest {
  private static final Path PAGE = Path.of("..", "..", "clicks", "FIRST.md");

  private static final String PROGRAM =
      """
      import clickcounter.jms.*;
      import clickcounter.service.*;
      import java.nio.file.Path;
      import java.security.SecureRandom;
      import java.time.Clock;

      public class FirstEvents {
        public static void main(String[] arguments) throws Exception {
      %s
        }
      }
      """;

  @TempDir private static Path shared;
  private static Path directory;
  private static RunningStack stack;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    directory = Files.createDirectories(shared.resolve("reader"));
    stack =
        RunningStack.start(
            shared.resolve("stack"), TopologySettingsTable.defaults().with("deferralMs", 200));
  }

  @AfterAll
  static void stop() throws IOException {
    if (stack != null) {
      stack.close();
    }
  }

  /** The program in this language on the page. */
  private static String program(String language) throws IOException {
    Matcher block =
        Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(Files.readString(PAGE));
    assertThat(block.find()).as(language).isTrue();
    return block.group(1);
  }

  private static Path archive() {
    return directory.resolve("archive");
  }

  private static void walk(String title) throws IOException {
    for (PageCommand step : PageCommand.below(PAGE, title)) {
      String[] words = step.command().split(" ");
      Stream<String> nounAndCommand = Arrays.stream(words, 0, 2);
      Stream<String> others = Arrays.stream(words, 2, words.length).map(FirstEventsTest::here);
      Result result = stack.shell().run(Stream.concat(nounAndCommand, others).toArray());
      assertThat(result.status())
          .as("%s%n%s%n%s", step.command(), result.out(), result.err())
          .isZero();
      stack.awaitSettled();
      assertThat(result.out()).as(step.command()).matches(step.pattern(line -> line));
    }
  }

  private static String here(String word) {
    return word.startsWith("archive") ? directory.resolve(word).toString() : word;
  }

  private static void run(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(out).isZero();
  }

  @Test
  void programInJavaIsCounted() throws Exception {
    String statements =
        program("java")
            .replace("Path.of(\"archive\")", "Path.of(\"" + archive() + "\")")
            .replace("tcp://127.0.0.1:61616", stack.brokerUrl());
    Path source =
        Files.writeString(directory.resolve("FirstEvents.java"), PROGRAM.formatted(statements));
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                source.toString());
    assertThat(compiled).isZero();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {directory.toUri().toURL()}, getClass().getClassLoader())) {
      loader
          .loadClass("FirstEvents")
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[0]);
    }
    stack.awaitSettled();

    walk("From Java");
  }

  @Test
  void linesOfAShellAndOfPythonAreShippedAndCounted() throws Exception {
    InstalledPrograms.require("CLICKS_PYTHON_REQUIRED", "python3");
    run("bash", "-euc", program("bash"));
    run("python3", "-c", program("python"));

    walk("From any language");

    AdTotals hats = stack.ad("hats");
    assertThat(List.of(hats.clicks(), hats.impressions(), hats.budgetMicros()))
        .containsExactly(2L, 2L, 10_000_000L);
  }

  @Test
  void archiveThatExistsIsCheckedSentAndAudited() throws Exception {
    run("bash", "-euc", program("bash").replace("hats", "gloves").replace("hostS", "hostG"));

    walk("From an archive that exists");

    assertThat(stack.ad("gloves").clicks()).isEqualTo(1);
  }
}
