package clickcounter.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import clickcounter.cli.CommandRun.Result;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.jms.RejectedLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares the tools' JSON byte by byte, because programs depend on it. There are two counters and
 * two ads; events are missing, one is rejected, one line is incomplete, one range is written off. A
 * golden file that does not exist is created.
 */
class GoldenTest {
  private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");
  private static final long START_MS = 1_799_999_000_000L;
  private static final String A = "hostA-20270115_080000";
  private static final String B = "hostB-20270115_080000";

  @TempDir private Path directory;
  private final Tool tool = new Tool();

  @BeforeEach
  void count() throws IOException {
    List<String> a = new ArrayList<>();
    a.add(line(A, 0, EventKind.BUDGET, "m1", 5_000_000));
    for (int i = 1; i <= 1_200; i++) {
      boolean click = i % 5 == 0;
      a.add(
          line(
              A,
              i,
              click ? EventKind.CLICK : EventKind.IMPRESSION,
              i % 7 == 0 ? "m2" : "m1",
              click ? 1_250 : 0));
    }
    a.add(EventWriter.toLine(new Close(A, 1_201, START_MS + 1_201_000)));
    List<String> b = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      b.add(line(B, i, EventKind.IMPRESSION, "m2", 0));
    }
    Path plain = EventFiles.write(directory.resolve("archive/a.ndjson"), a);
    Files.writeString(plain, "{\"eventId\":\"", StandardOpenOption.APPEND);
    List<String> written = new ArrayList<>(b);
    written.remove(6);
    EventFiles.write(directory.resolve("archive/b.ndjson.gz"), written);
    Files.setLastModifiedTime(plain, FileTime.fromMillis(START_MS));
    EventFiles.write(directory.resolve("archive/notes.txt"), List.of("nothing"));
    List<String> arrived = new ArrayList<>(a);
    arrived.subList(40, 44).clear();
    arrived.remove(20);
    b.remove(6);
    b.remove(2);
    arrived.addAll(b);
    tool.counting.receive(arrived);
    tool.run(
        words("counters write-off " + A + " 40..41 --why disk-lost --set ops.archive=DIR/ops"));
    tool.countQueue();
    tool.now = tool.now.plusSeconds(60);
    tool.rejected.add(
        RejectedLine.of("{\"eventId\":\"" + A + ":42\"}", "unknown-type", "type 'x'", START_MS));
  }

  private static String line(
      String counter, long sequence, EventKind kind, String ad, long amount) {
    return EventWriter.toLine(
        new AdEvent(counter, sequence, kind, ad, START_MS + sequence * 1_000, amount));
  }

  private Object[] words(String command) {
    return Arrays.stream(command.split(" "))
        .map(word -> word.replace("DIR", directory.toString()))
        .toArray();
  }

  private String run(String command, int status) {
    Result result = tool.run(words(command));
    assertThat(result.status()).as(command + ": " + result.err()).isEqualTo(status);
    return result.out().replace(directory.toString(), "DIR");
  }

  @ParameterizedTest
  @CsvSource({
    "replay, 4, archive replay DIR/archive",
    "replay-dry-run, 0, archive replay --dry-run DIR/archive/a.ndjson",
    "replay-only-missing, 4, archive replay --only-missing DIR/archive",
    "audit, 1, documents audit DIR/archive DIR/ops",
    "audit-undecided, 3, documents audit DIR/archive/a.ndjson",
    "audit-counters, 1, documents audit --counter hostB-20270115_080000 DIR/archive",
    "explain-missing, 1, events explain hostA-20270115_080000:42 DIR/archive",
    "explain-settled, 0, events explain hostA-20270115_080000:3 DIR/archive/a.ndjson",
    "explain-unknown, 1, events explain hostC-20270115_080000:3",
    "gaps, 1, counters gaps",
    "gaps-write-off, 0, counters write-off hostA-20270115_080000 20 --why lost --set ops.archive=DIR/ops2",
    "gaps-reopen, 0, counters reopen hostA-20270115_080000 40..41 --why found --set ops.archive=DIR/ops2",
    "inspect-ad, 0, ads show m1",
    "inspect-absent, 1, ads show nobody",
    "inspect-counter, 0, counters show hostA-20270115_080000",
    "inspect-counters, 0, counters show",
    "check-archive, 1, archive check DIR/archive",
    "ship, 4, archive ship --once --position DIR/position DIR/archive"
  })
  void theJsonIsThatOfTheGoldenFile(String name, int status, String command) throws IOException {
    String json = run(command + " --json", status);
    Path golden = GOLDEN.resolve(name + ".json");
    if (!Files.exists(golden)) {
      Files.createDirectories(GOLDEN);
      Files.writeString(golden, json);
      fail(golden + " was not there and has been written: look at it, and add it");
    }
    assertThat(json).isEqualTo(Files.readString(golden));
  }

  /** In a locale with digits of its own and a comma for the decimal point. */
  @Test
  void theOutputIsTheSameInEveryLocale() {
    List<String> commands =
        List.of(
            "archive replay --dry-run DIR/archive",
            "archive replay --only-missing --dry-run DIR/archive",
            "documents audit DIR/archive",
            "documents audit --json DIR/archive",
            "events explain hostA-20270115_080000:42 DIR/archive",
            "counters gaps",
            "ads show m1",
            "counters show hostA-20270115_080000",
            "counters show",
            "archive check DIR/archive");
    Locale before = Locale.getDefault();
    List<String> here = outputs(commands);
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(String.format("%d", 17)).isNotEqualTo("17");
      assertThat(outputs(commands)).isEqualTo(here);
    } finally {
      Locale.setDefault(before);
    }
  }

  private List<String> outputs(List<String> commands) {
    return commands.stream().map(command -> tool.run(words(command)).out()).toList();
  }
}
