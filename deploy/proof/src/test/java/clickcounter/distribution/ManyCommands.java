package clickcounter.distribution;

import clickcounter.cli.Clicks;
import clickcounter.cli.CommandFrame;
import clickcounter.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine;

/**
 * Runs commands in one JVM, for its start takes longer than most of them: the help of all, and the
 * lines of its arguments.
 */
final class ManyCommands {
  /** How one ended; what it printed stands above. */
  static final Pattern ENDED = Pattern.compile("(?m)^== (\\d+) (.*)$");

  private ManyCommands() {}

  public static void main(String[] lines) {
    help("", Clicks.commandLine(Terminal.system()));
    List.of(lines).forEach(line -> System.out.print(run(line)));
    System.exit(0);
  }

  private static void help(String words, CommandLine line) {
    String said = run(words + "--help");
    System.out.print(said.substring(said.lastIndexOf("== ")));
    line.getSubcommands().forEach((word, sub) -> help(words + word + " ", sub));
  }

  private static String run(String words) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(print, print, false);
    CommandLine line = Clicks.commandLine(terminal);
    line.setOut(new PrintWriter(print, true)).setErr(new PrintWriter(print, true));
    int status = CommandFrame.execute(line, terminal, words.split(" "));
    print.println("== " + status + " " + words);
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
