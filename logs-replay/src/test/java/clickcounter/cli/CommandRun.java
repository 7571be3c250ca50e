package clickcounter.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;

/** Runs commands in this JVM as a shell sees them: words in, text and an exit code out. */
public final class CommandRun {
  private CommandRun() {}

  /** What a command left behind. */
  public record Result(int status, String out, String err) {}

  /**
   * @param commands the command line that writes to this terminal
   * @param words each is passed as text
   */
  public static Result run(Function<Terminal, CommandLine> commands, List<?> words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        commands
            .apply(new Terminal(print(out), print(err), false))
            .execute(words.stream().map(Object::toString).toArray(String[]::new));
    return new Result(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static PrintStream print(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
