package clickcounter.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
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
    int status = status(commands, new Terminal(print(out), print(err), false), words);
    return new Result(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Runs a command whose output goes to a disk that is full. */
  public static Result runWithFullDisk(Function<Terminal, CommandLine> commands, List<?> words) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status = status(commands, new Terminal(print(new FullDisk()), print(err), false), words);
    return new Result(status, "", err.toString(StandardCharsets.UTF_8));
  }

  private static int status(
      Function<Terminal, CommandLine> commands, Terminal terminal, List<?> words) {
    CommandLine line = commands.apply(terminal);
    return CommandFrame.execute(
        line, terminal, words.stream().map(Object::toString).toArray(String[]::new));
  }

  /** As /dev/full is. */
  private static final class FullDisk extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      throw new IOException("no space left on device");
    }
  }

  private static PrintStream print(OutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
