package clickcounter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What the shell sees of a command that is used wrongly or crashes. */
class CommandFrameTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Doing doing;

  @Command(name = "clicks")
  private static final class Root {
    @Option(names = "--top")
    private Path top;
  }

  @Command(
      name = "do",
      mixinStandardHelpOptions = true,
      exitCodeList = {"1:it was not there", "2:"})
  private static final class Doing implements Callable<Integer> {
    private final Callable<Integer> body;

    @Option(names = "--count")
    private int count;

    @Option(names = "--dir")
    private Path directory;

    @Option(names = "--ad", paramLabel = "ID")
    private String ad;

    @Option(names = "--set")
    private Map<String, String> single;

    Doing(Callable<Integer> body) {
      this.body = body;
    }

    @Override
    public Integer call() throws Exception {
      return body.call();
    }
  }

  private int run(Callable<Integer> body, String... words) {
    CommandLine line = CommandFrame.of(new Root());
    doing = new Doing(body);
    line.addSubcommand(doing);
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(words);
  }

  @Test
  void whatACommandReturnsIsTheStatus() {
    assertThat(run(() -> 2, "do", "--count", "1")).isEqualTo(2);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void wrongUsageIs64WithWhatWasWrong() {
    assertThat(run(() -> 0, "do", "--count", "many")).isEqualTo(64);
    assertThat(err.toString()).contains("--count", "'many'", "Usage: clicks do");
    assertThat(run(() -> 0, "undo")).isEqualTo(64);
    assertThat(run(() -> 0, "do", "--cuont", "1")).isEqualTo(64);
  }

  @ParameterizedTest
  @CsvSource({
    "undo, clicks: there is no command 'undo'",
    "dou, clicks: there is no command 'dou'. Did you mean do?",
    "do --cuont=1, clicks do: there is no option '--cuont'. Did you mean --count?",
    "do --from x --to y, clicks do: there is no option '--from'",
    "--top= do, empty path of --top. Does a variable in it have no value?",
    "do it, clicks do: one argument too many: 'it'",
    "do --dir=, empty path of --dir. Does a variable in it have no value?"
  })
  void wrongUsageIsTheReasonTheUsageAndWhereTheHelpIs(String words, String reason) {
    assertThat(run(() -> 0, words.split(" "))).isEqualTo(64);
    String command = words.startsWith("do ") ? "clicks do" : "clicks";
    assertThat(err.toString().lines())
        .startsWith(reason)
        .endsWith("See " + command + " --help")
        .hasSizeLessThan(6)
        .anyMatch(line -> line.startsWith("Usage: " + command));
  }

  @Test
  void emptyIdAndPathAreRefused() {
    assertThat(run(() -> 0, "do", "--dir", "")).isEqualTo(64);
    assertThat(run(() -> 0, "do", "--ad", "")).isEqualTo(64);
    assertThat(run(() -> 0, "do", "--set", "broker.user=")).isZero();
    assertThat(err.toString()).contains("empty path of --dir", "empty id of --ad");
  }

  @Test
  void wordThatBeginsWithAnAtSignIsNoFileOfArguments() throws IOException {
    Path file = Files.writeString(Path.of("target", "sale"), "seed");
    assertThat(run(() -> 0, "do", "--ad", "@" + file)).isZero();
    assertThat(doing.ad).isEqualTo("@" + file);
  }

  @Test
  void helpIsAsWideAsTheTerminal() {
    assertThat(CommandFrame.width("120")).isEqualTo(120);
    assertThat(CommandFrame.width("40")).as("picocli's least").isEqualTo(55);
    assertThat(CommandFrame.width(null)).isEqualTo(80);
    assertThat(CommandFrame.width("wide")).isEqualTo(80);
  }

  @Test
  void exceptionThatNobodyExpectedIs70WithALineAndItsStack() {
    int status =
        run(
            () -> {
              throw new IllegalStateException("the cupboard is bare");
            },
            "do");

    assertThat(status).isEqualTo(70);
    assertThat(err.toString().lines().findFirst().orElseThrow())
        .contains("clicks do: internal error", "the cupboard is bare");
    assertThat(err.toString()).contains("\tat clickcounter.cli.CommandFrameTest");
  }

  @Test
  void messageOfAnExceptionBeginsNoLine() {
    run(
        () -> {
          throw new IllegalStateException("a\nEQUAL", new IOException("b\nEQUAL"));
        },
        "do");
    assertThat(err.toString()).contains("a\\nEQUAL", "b\\nEQUAL").doesNotContain("\nEQUAL");
  }

  @Test
  void checkedExceptionIs70() {
    int status =
        run(
            () -> {
              throw new IOException("disk");
            },
            "do");
    assertThat(status).isEqualTo(70);
  }

  @Test
  void errorOfTheVirtualMachineIs70() {
    int status =
        run(
            () -> {
              throw new StackOverflowError("deep");
            },
            "do");
    assertThat(status).isEqualTo(70);
    assertThat(err.toString()).contains("clicks do: internal error", "deep");
  }

  @Test
  void helpShowsTheCodesOfTheTableWithTheCommandsOwnWords() {
    assertThat(run(() -> 0, "do", "--help")).isZero();
    assertThat(out.toString())
        .containsPattern("1 +something is missing or not finished: it was not there")
        .containsPattern("2 +something is wrong\n")
        .containsPattern("64 +wrong usage or an invalid option value")
        .containsPattern("70 +internal error");
  }

  @Test
  void codeThatIsNotInTheTableIsAFault() {
    @Command(name = "odd", exitCodeList = "17:odd")
    final class Odd implements Callable<Integer> {
      @Override
      public Integer call() {
        return 17;
      }
    }
    CommandLine line = CommandFrame.of(new Odd());
    line.setErr(new PrintWriter(err, true));
    assertThat(line.execute()).isEqualTo(70);
    assertThat(err.toString()).contains("exit code 17 is not in the table");
  }
}
