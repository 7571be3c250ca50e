package clickcounter.cli;

import java.io.PrintStream;

/**
 * The streams of a command. Control characters are written to them as escapes: {@link Printable}.
 *
 * @param out results
 * @param err progress and errors
 * @param interactive whether a person watches; progress is then shown as a bar, otherwise as lines
 */
public record Terminal(PrintStream out, PrintStream err, boolean interactive) {
  public Terminal {
    out = Printable.of(out);
    err = Printable.of(err);
  }

  public static Terminal system() {
    return new Terminal(System.out, System.err, System.console() != null);
  }

  /** Where a bar is drawn, which goes back to the beginning of its line. */
  PrintStream bar() {
    return ((Printable) err).raw();
  }

  /** Whether all that was printed until now is written. */
  boolean isWritten() {
    return !out.checkError();
  }
}
