package clickcounter.cli;

import java.io.PrintStream;

/**
 * What a command talks to.
 *
 * @param out results
 * @param err progress and failures
 * @param interactive whether somebody watches: progress is a bar then, and plain lines otherwise
 */
public record Terminal(PrintStream out, PrintStream err, boolean interactive) {
  public static Terminal system() {
    return new Terminal(System.out, System.err, System.console() != null);
  }
}
