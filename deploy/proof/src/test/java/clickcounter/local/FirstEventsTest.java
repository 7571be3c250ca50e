package clickcounter.local;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.PageCommand;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.QueueDepth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page that leads to the first counted event: its programs and its commands. */
@Tag("slow")
class FirstEventsTest {
  private static final Path PAGE = Path.of("..", "..", "clicks", "FIRST.md");

  private static final Path CHECKOUT = Path.of("..", "..").toAbsolutePath().normalize();

  @TempDir private static Path shared;
  private static Path directory;
  private static LocalThread local;
  private static Shell shell;

  @BeforeAll
  static void start() throws IOException {
    directory = Files.createDirectories(shared.resolve("reader"));
    PageCommand first = PageCommand.below(PAGE, "").get(0);
    local = LocalThread.start(shared.resolve("data"), first.command().split(" "));
    assertThat(local.out()).matches(first.pattern(line -> line)).doesNotContain("events");
    assertThat(shared.resolve("data").resolve("demo")).as("an empty system").doesNotExist();
    assertThat(shared.resolve("data").resolve("clicks.yaml"))
        .content()
        .contains("ops.archives: ''\n");
    shell = new Shell(local.riak(), local.brokerUrl(), null);
  }

  @AfterAll
  static void stop() throws InterruptedException {
    if (local != null) {
      local.close();
    }
  }

  /** A reader types slowly: what was sent is counted before the next command. */
  private static void awaitCounted() {
    await().until(() -> QueueDepth.of(BrokerSettings.at(local.brokerUrl())) == 0);
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
      Result result = shell.run(Stream.concat(nounAndCommand, others).toArray());
      assertThat(result.status())
          .as("%s%n%s%n%s", step.command(), result.out(), result.err())
          .isZero();
      awaitCounted();
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
    PageCommand java =
        PageCommand.all(PAGE).stream()
            .filter(step -> step.command().startsWith("java "))
            .findFirst()
            .orElseThrow();
    Files.writeString(
        directory.resolve("FirstEvents.java"),
        program("java").replace("tcp://127.0.0.1:61616", local.brokerUrl()));
    run(
        "bash",
        "-euc",
        java.command()
            .replace("deploy/local/", CHECKOUT + "/deploy/local/")
            .replace("deploy/target/", ""));
    awaitCounted();

    walk("From Java");
  }

  @Test
  void linesOfAShellAndOfPythonAreShippedAndCounted() throws Exception {
    InstalledPrograms.require("CLICKS_PYTHON_REQUIRED", "python3");
    run("bash", "-euc", program("bash"));
    run("python3", "-c", program("python"));

    walk("From any language");

    assertThat(shell.run("ads", "show", "hats").out())
        .contains("of a budget of 10.00", "clicks       2\n", "impressions  2\n");
  }
}
