package clickcounter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

class ZozotownTest {
  private final Path data = Zozotown.directory();
  private final Tool tool = new Tool();

  @Test
  void lostEventsAreMissingAndNothingIsWrong() throws IOException {
    tool.counting.receive(Lines.read(data.resolve("queue.ndjson.gz")));

    Tool.Result audit = tool.run("audit", data.resolve("archive"));

    assertThat(audit.out())
        .contains("40,324 counted, 43 missing, 0 awaited in no file")
        .contains("hostA-20191127_013551: 311, 814, 975")
        .contains("MISSING EVENTS, no wrong counts");
    assertThat(audit.status()).isEqualTo(1);
  }

  @Test
  void afterReplayOfWhatIsMissingAllIsEqual() throws IOException {
    tool.counting.receive(Lines.read(data.resolve("queue.ndjson.gz")));

    Tool.Result replay = tool.run("replay", "--only-missing", data.resolve("archive"));
    assertThat(replay.out()).contains("43 events missing, sent:");
    assertThat(tool.sentLines()).hasSize(43);
    tool.countQueue();

    Tool.Result audit = tool.run("audit", data.resolve("archive"));
    assertThat(audit.out()).contains("EQUAL");
    assertThat(audit.status()).isZero();
    Tool.Result again = tool.run("replay", "--only-missing", data.resolve("archive"));
    assertThat(again.out()).contains("Nothing is missing");
    assertThat(tool.queue).isEmpty();
  }

  @Test
  void fullReplaySendsEveryLineOnceInMessagesOfMany() {
    Tool.Result replay = tool.run("replay", data.resolve("archive"));

    assertThat(replay.status()).isZero();
    assertThat(tool.sentLines()).hasSize(40_367);
    assertThat(new HashSet<>(tool.sentLines())).hasSize(40_367);
    assertThat(tool.queue).hasSize(40_367 / 500 + 1);
    tool.countQueue();
    assertThat(tool.run("audit", data.resolve("archive")).status()).isZero();
  }
}
