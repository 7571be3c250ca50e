package clickcounter.cli;

import java.io.PrintStream;

/**
 * The streams of a command.
 *
 * @param out results
 * @param err progress and errors
 * @param interactive whether a person watches; progress is then shown as a bar, otherwise as lines
 */
public record Terminal(PrintStream out, PrintStream err, boolean interactive) {
  public static Terminal system() {
    return new Terminal(System.out, System.err, System.console() != null);
  }
}
