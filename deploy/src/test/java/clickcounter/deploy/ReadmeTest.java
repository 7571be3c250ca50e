package clickcounter.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The README's commands exist, with the options that it gives them. */
class ReadmeTest {
  private static final int LEAST_COMMANDS = 20;

  @Test
  void commandsAndTheirOptionsExist() throws IOException {
    List<List<String>> commands =
        Readme.read().commands(Clicks.commandLine().getSubcommands()::containsKey);
    assertThat(commands).hasSizeGreaterThan(LEAST_COMMANDS);
    commands.forEach(ReadmeTest::requireCommand);
  }

  private static void requireCommand(List<String> words) {
    CommandLine line = Clicks.commandLine();
    int depth = 0;
    while (depth < words.size() && line.getSubcommands().containsKey(words.get(depth))) {
      line = line.getSubcommands().get(words.get(depth++));
    }
    boolean aboutAny = words.get(0).equals("COMMAND") || words.get(0).startsWith("<");
    assertThat(depth > 0 || aboutAny).as("deploy/clicks %s", String.join(" ", words)).isTrue();
    if (aboutAny) {
      return;
    }
    for (String word : words) {
      String option = word.replaceAll("[\\[\\],.;…]", "").replaceAll("=.*", "");
      if (option.startsWith("--")) {
        assertThat(line.getCommandSpec().optionsMap())
            .as("deploy/clicks %s", String.join(" ", words))
            .containsKey(option);
      }
    }
  }
}
