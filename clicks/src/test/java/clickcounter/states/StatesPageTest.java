package clickcounter.states;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class StatesPageTest {
  private static final Pattern MESSAGE =
      Pattern.compile("(?s)```json\\n(\\{\"adId\":\"m123456\",\"state\".*?)\\n```");

  @Test
  void theMessageOnThePageIsWrittenSo() throws Exception {
    List<String> messages =
        MESSAGE
            .matcher(Files.readString(Path.of("README.md")))
            .results()
            .map(found -> found.group(1).replace("\n ", ""))
            .toList();
    assertThat(messages).hasSize(1);
    assertThat(StateMessage.read(messages.get(0)).toJson()).isEqualTo(messages.get(0));
  }
}
