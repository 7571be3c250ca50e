package clickcounter.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShellTest {
  @Test
  void harmlessWordsStayAsTheyAre() {
    assertThat(
            Reach.line(
                List.of("counters", "gaps", "--set", "riak.nodes=a:1,b:2", "--", "hostA-1_2:3")))
        .isEqualTo("counters gaps --set riak.nodes=a:1,b:2 -- hostA-1_2:3");
  }

  @Test
  void wordWithALineBreakIsPrintedAsALineThatBashTakes() throws IOException {
    String word = "it's\na\\b\u001b";
    String line = Reach.line(List.of("printf", "%s", word));
    assertThat(line).isEqualTo("printf %s $'it\\'s\\na\\\\b\\u001b'");

    Process shell = new ProcessBuilder("bash", "-c", line).start();

    assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo(word);
  }

  @Test
  void aShellTakesEachWordAsItIs() throws IOException {
    List<String> words =
        List.of("a b", "it's", "", "$(id)", "`id`", "*", "~", "\\", "!x", "tcp://a:1?x=1&y=2");
    List<String> command = new ArrayList<>(List.of("sh", "-c"));
    command.add("printf '%s\\n' " + Reach.line(words));

    Process shell = new ProcessBuilder(command).start();

    assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines())
        .isEqualTo(words);
  }
}
