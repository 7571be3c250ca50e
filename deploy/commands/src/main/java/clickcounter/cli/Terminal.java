package clickcounter.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The streams of a command. What is printed at once is one line: {@link Printable}.
 *
 * @param out results
 * @param err progress and errors
 * @param interactive whether a person watches; progress is then one line that changes
 */
public record Terminal(PrintStream out, PrintStream err, boolean interactive) {
  public Terminal {
    out = Printable.of(out);
    err = Printable.of(err);
  }

  public static Terminal system() {
    return new Terminal(System.out, System.err, System.console() != null);
  }

  /** From now on this process writes UTF-8, whatever the locale is; logs, too. */
  static void useUtf8() {
    System.setOut(utf8(FileDescriptor.out));
    System.setErr(utf8(FileDescriptor.err));
  }

  private static PrintStream utf8(FileDescriptor to) {
    return new PrintStream(
        new BufferedOutputStream(new FileOutputStream(to)), true, StandardCharsets.UTF_8);
  }

  /** Where progress is drawn, which goes back to the beginning of its line. */
  PrintStream drawing() {
    return ((Printable) err).raw();
  }

  /** Whether all that was printed until now is written. */
  boolean isWritten() {
    return !out.checkError();
  }
}
