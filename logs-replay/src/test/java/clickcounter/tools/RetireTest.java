package clickcounter.tools;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.store.DocumentKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counters that are finished leave Riak, and none of their events counts again. */
class RetireTest {
  private static final String DONE = "hostA-20270115_080000-aaaaaa";
  private static final String OPEN = "hostB-20270115_080000-bbbbbb";
  private static final String GAPS = "hostC-20270115_080000-cccccc";

  @TempDir private Path directory;
  private final Tool tool = new Tool();
  private Path archive;

  private static String impression(String counter, long sequence) {
    return "{\"eventId\":\"%s:%d\",\"type\":\"impression\",\"adId\":\"m\",\"timestamp\":%d}"
        .formatted(counter, sequence, Counting.NOW_MS + sequence);
  }

  private static String close(String counter, long sequence) {
    return "{\"eventId\":\"%s:%d\",\"type\":\"close\",\"timestamp\":%d}"
        .formatted(counter, sequence, Counting.NOW_MS + sequence);
  }

  @BeforeEach
  void countSome() throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      lines.add(impression(DONE, i));
      lines.add(impression(OPEN, i));
    }
    lines.add(close(DONE, 20));
    lines.add(impression(GAPS, 1));
    lines.add(close(GAPS, 2));
    tool.counting.receive(lines);
    tool.counting.write(); // the second write confirms
    lines.add(impression(GAPS, 0));
    archive = EventFiles.write(directory.resolve("archive").resolve("a.ndjson"), lines);
    tool.now = tool.now.plus(Duration.ofDays(100));
  }

  @Test
  void onlyWhatIsClosedCompleteAndOldIsRetired() {
    Tool.Result retire = tool.run("counters", "retire");

    assertThat(retire.status()).as(retire.err()).isZero();
    assertThat(retire.out())
        .contains("1 counter retired", "1 stay: not closed", "1 stay: events are missing");
    assertThat(tool.counting.store.values).doesNotContainKey(DocumentKey.counter(DONE));
    assertThat(tool.counting.store.values).containsKey(DocumentKey.counter(OPEN));
    assertThat(tool.run("inspect", "counters").out()).doesNotContain(DONE).contains(OPEN);
  }

  @Test
  void nothingOfARetiredCounterIsMissing() {
    assertThat(tool.run("counters", "retire").status()).isZero();

    Tool.Result replay = tool.run("replay", "--only-missing", archive);

    assertThat(replay.status()).as(replay.err()).isZero();
    assertThat(tool.sentLines()).containsExactly(impression(GAPS, 0));
    Tool.Result audit = tool.run("audit", "--wait", "0s", archive);
    assertThat(audit.status()).as(audit.out()).isEqualTo(1);
    assertThat(audit.out()).contains(GAPS).doesNotContain(DONE);
  }

  @Test
  void youngCountersStay() {
    Tool.Result retire = tool.run("counters", "retire", "--older-than", "101d");

    assertThat(retire.out()).contains("0 counters retired", "2 stay: too young");
    assertThat(tool.run("counters", "retire", "--older-than", "23h").status()).isEqualTo(64);
  }

  @Test
  void aDryRunChangesNothing() {
    var before = java.util.Map.copyOf(tool.counting.store.values);

    Tool.Result retire = tool.run("counters", "retire", "--dry-run");

    assertThat(retire.out()).contains("1 counter would be retired (--dry-run)");
    assertThat(tool.counting.store.values).isEqualTo(before);
  }

  @Test
  void anInterruptedRetirementGoesOn() {
    for (int puts : new int[] {0, 1}) {
      tool.counting.store.dieAfterPuts(puts);
      Tool.Result killed = tool.run("counters", "retire");
      assertThat(killed.status()).as(killed.out()).isEqualTo(3);
      tool.counting.store.dieAfterPuts(Integer.MAX_VALUE);
      assertThat(tool.run("replay", "--dry-run", "--only-missing", archive).out())
          .doesNotContain(DONE);
    }

    assertThat(tool.run("counters", "retire").status()).isZero();
    assertThat(tool.run("inspect", "counters").out()).doesNotContain(DONE);
  }
}
