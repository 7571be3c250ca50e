package clickcounter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What the shell sees of a command that is used wrongly or crashes. */
class CommandFrameTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Command(name = "clicks")
  private static final class Root {}

  @Command(
      name = "do",
      mixinStandardHelpOptions = true,
      exitCodeList = {"1:it was not there", "2:"})
  private static final class Doing implements Callable<Integer> {
    private final Callable<Integer> body;

    @Option(names = "--count")
    private int count;

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
    line.addSubcommand(new Doing(body));
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
