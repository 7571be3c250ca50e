package clickcounter.checks;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.Clicks;
import clickcounter.cli.CommandFrame;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** All commands together, as a shell sees them: words in, text and a status out. */
class ClicksTest {
  private static final int DONE = 0;
  private static final int WRONG_OPTIONS = 64;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int clicks(String... words) {
    CommandLine line = Clicks.commandLine(Terminal.system());
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(words);
  }

  @Test
  void noCommandShowsThoseThatThereAre() {
    assertThat(clicks()).isEqualTo(WRONG_OPTIONS);
    assertThat(err.toString()).contains("local", "topology", "archive", "documents", "dev");
  }

  @Test
  void versionIsTheBuilds() {
    assertThat(clicks("--version")).isEqualTo(DONE);
    assertThat(out.toString()).containsPattern("click-counter \\d+\\.\\d+");
  }

  @Test
  void everyCommandHasHelpWithAnExample() {
    List<String> without = new ArrayList<>();
    walk(Clicks.commandLine(Terminal.system()), List.of(), without);
    assertThat(without).isEmpty();
  }

  /** What was not written is not done, whichever command it is. */
  @Test
  void helpThatCannotBeWrittenIsNoSuccess() {
    requireFailed(Clicks.commandLine(Terminal.system()), List.of());
  }

  private static void requireFailed(CommandLine line, List<String> words) {
    List<String> help = new ArrayList<>(words);
    help.add("--help");
    assertThat(runWithFullDisk(help)).as(help.toString()).isEqualTo(ExitCode.FAILED);
    line.getSubcommands()
        .forEach(
            (name, sub) -> {
              List<String> deeper = new ArrayList<>(words);
              deeper.add(name);
              requireFailed(sub, deeper);
            });
  }

  private static int runWithFullDisk(List<String> words) {
    PrintStream full =
        new PrintStream(
            new OutputStream() {
              @Override
              public void write(int b) throws IOException {
                throw new IOException("no space left on device");
              }
            });
    Terminal terminal = new Terminal(full, new PrintStream(OutputStream.nullOutputStream()), false);
    CommandLine line = Clicks.commandLine(terminal);
    line.setOut(new PrintWriter(terminal.out(), true));
    return CommandFrame.execute(line, terminal, words.toArray(String[]::new));
  }

  @Test
  void unitForSystemdStartsACommandWithOptionsThatExist() throws IOException {
    Path unit = Path.of("..", "run", "src", "main", "systemd", "clicks-ship.service");
    String start =
        Files.readAllLines(unit).stream()
            .filter(line -> line.startsWith("ExecStart="))
            .findFirst()
            .orElseThrow();
    String[] words = start.split(" ");
    assertThat(words[0]).endsWith("/bin/clicks");
    String[] arguments = Arrays.copyOfRange(words, 1, words.length);
    assertThat(Clicks.commandLine(Terminal.system()).parseArgs(arguments).subcommand())
        .satisfies(
            archive ->
                assertThat(archive.subcommand().commandSpec().qualifiedName())
                    .isEqualTo("clicks archive ship"));
  }

  private void walk(CommandLine line, List<String> words, List<String> without) {
    List<String> help = new ArrayList<>(words);
    help.add("--help");
    out.getBuffer().setLength(0);
    assertThat(clicks(help.toArray(String[]::new))).as(help.toString()).isEqualTo(DONE);
    String text = out.toString();
    for (String part : List.of("Example", "Exit codes:", "64 ", "70 ")) {
      if (!text.contains(part)) {
        without.add(words + " lacks " + part);
      }
    }
    line.getSubcommands()
        .forEach(
            (name, sub) -> {
              List<String> deeper = new ArrayList<>(words);
              deeper.add(name);
              walk(sub, deeper, without);
            });
  }
}
