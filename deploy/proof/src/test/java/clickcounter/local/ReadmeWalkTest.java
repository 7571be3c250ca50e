package clickcounter.local;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.Clicks;
import clickcounter.cli.CommandRun;
import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.PageCommand;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a newcomer does with the project's page: the commands of all blocks from top to bottom, as
 * they stand there, beside {@code clicks local}. They print what the page shows. A name that … ends
 * stands for the one that was printed in its place.
 */
@Tag("slow")
@Tag("long")
class ReadmeWalkTest {
  private static final Path PAGE = Path.of("..", "..", "README.md");
  private static final String LAUNCHER = "deploy/clicks ";

  /** They run until they are interrupted. */
  private static final List<String> ENDLESS = List.of("local", "states watch");

  private static final Pattern A_COMMAND =
      Pattern.compile("(deploy/clicks|bin/clicks|mvn|java|storm) .*");
  private static final Pattern CONSOLE = Pattern.compile("console (http://\\S+)");

  private static final Pattern NAME = Pattern.compile("([A-Za-z]+-)…");

  @TempDir private Path directory;
  private final List<Process> running = new ArrayList<>();
  private final Map<String, String> names = new HashMap<>();

  @AfterEach
  void interrupt() {
    running.forEach(Process::destroy);
    running.forEach(process -> process.onExit().join());
  }

  @Test
  void commandsPrintWhatThePageShows() throws Exception {
    int walked = 0;
    for (PageCommand step : PageCommand.all(PAGE)) {
      assertThat(step.command()).startsWith(LAUNCHER);
      assertThat(step.output()).as("%s: shows nothing", step.command()).isNotEmpty();
      String command = step.command().substring(LAUNCHER.length()).replaceFirst(" +# .*", "");
      if (ENDLESS.contains(command)) {
        remember(step, printedWhileItRuns(command, step.pattern(line -> line)));
      } else {
        remember(step, printed(words(command), step.pattern(line -> line)));
      }
      walked++;
    }
    assertThat(walked).isGreaterThan(ENDLESS.size() + 4);
  }

  /** Else the walk would pass it over. */
  @Test
  void everyCommandOfThePageHasAPrompt() throws IOException {
    assertThat(Files.readAllLines(PAGE)).noneMatch(line -> A_COMMAND.matcher(line).matches());
  }

  private String printedWhileItRuns(String command, Pattern shown) throws IOException {
    Path out = directory.resolve(command + ".out");
    List<String> words = new ArrayList<>(Arrays.asList(command.split(" ")));
    if (command.equals("local")) {
      words.addAll(List.of("--riak-port=0", "--broker-port=0"));
    }
    Process process = start(words, out);
    await()
        .untilAsserted(
            () -> {
              String soFar = Files.readString(out);
              boolean isToCome = process.isAlive() && !shown.matcher(soFar).lookingAt();
              assertThat(isToCome).as("%s%n%s%n%s", command, shown, soFar).isFalse();
            });
    String text = Files.readString(out);
    assertThat(process.isAlive()).as(Files.readString(directory.resolve("errors.out"))).isTrue();
    if (command.equals("local")) {
      theConsoleAnswers(text);
      theDemonstrationIsNoRiddle(text);
    }
    return text;
  }

  private Process start(List<String> words, Path out) throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dclicks.data=" + directory,
                "-cp",
                System.getProperty("java.class.path"),
                Clicks.class.getName()));
    line.addAll(words);
    Process process =
        new ProcessBuilder(line)
            .redirectOutput(out.toFile())
            .redirectError(directory.resolve("errors.out").toFile())
            .start();
    running.add(process);
    return process;
  }

  /** It hints at no option that it has not, and shows two busy ads when their events settled. */
  private void theDemonstrationIsNoRiddle(String printed) throws IOException {
    assertThat(directory.resolve("errors.out")).content().doesNotContain("--until-counted");
    String ads = printed.substring(printed.indexOf("busiest ads"));
    assertThat(ads)
        .doesNotContain("EVENTS, no wrong counts")
        .contains("\nready ")
        .doesNotContainPattern("document +\\d,\\d{3} bytes");
    assertThat(ads.lines().filter(line -> line.startsWith("ad "))).hasSize(2);
  }

  private void theConsoleAnswers(String printed) {
    Matcher console = CONSOLE.matcher(printed);
    assertThat(console.find()).isTrue();
    HttpRequest request = HttpRequest.newBuilder(URI.create(console.group(1))).build();
    int status =
        HttpClient.newHttpClient()
            .sendAsync(request, BodyHandlers.discarding())
            .join()
            .statusCode();
    assertThat(status).as(console.group()).isIn(200, 302, 303);
  }

  private List<String> words(String command) {
    return Arrays.stream(command.split(" ")).map(this::printedBefore).toList();
  }

  private String printedBefore(String word) {
    String replaced = word;
    for (Map.Entry<String, String> name : names.entrySet()) {
      replaced = replaced.replace(name.getKey(), name.getValue());
    }
    assertThat(replaced).as("no line that is shown before has it").doesNotContain("…");
    return replaced;
  }

  private static String literal(String shown) {
    return Pattern.quote(shown).replace("…", "\\E.*\\Q");
  }

  /** What stands in this run for the names on the page that … ends. */
  private void remember(PageCommand step, String out) {
    for (String line : step.output()) {
      Matcher name = NAME.matcher(line);
      if (name.find()) {
        String pattern =
            literal(line.substring(0, name.start()))
                + ("(" + name.group(1) + "[\\w-]+).*")
                + literal(line.substring(name.end()));
        Matcher printed = Pattern.compile("(?m)^" + pattern + "$").matcher(out);
        assertThat(printed.find()).as(line).isTrue();
        names.putIfAbsent(name.group(), printed.group(1));
      }
    }
  }

  /** Commands find the system in the directory that this names. */
  private String printed(List<String> words, Pattern shown) {
    String before = System.setProperty("clicks.data", directory.toString());
    try {
      Result result = CommandRun.run(Clicks::commandLine, words);
      assertThat(result.out()).as("%s%n%s", words, result.err()).matches(shown);
      return result.out();
    } finally {
      if (before == null) {
        System.clearProperty("clicks.data");
      } else {
        System.setProperty("clicks.data", before);
      }
    }
  }
}
