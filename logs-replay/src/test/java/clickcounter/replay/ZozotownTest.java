package clickcounter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.replay.archive.ArchiveFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** What became of the real events on their way: some lost, stretches, whole lives, some twice. */
  private static List<String> damaged(List<String> archive, SplittableRandom random) {
    double drop = random.nextInt(3) * random.nextDouble() / 3;
    List<String> arrived = new ArrayList<>();
    boolean cut = false;
    for (String line : archive) {
      // A stretch begins or ends, of about a hundred events.
      cut ^= random.nextInt(cut ? 100 : 2_000) == 0;
      if (!cut && random.nextDouble() >= drop) {
        arrived.add(line);
        if (random.nextInt(20) == 0) {
          arrived.add(line);
        }
      }
    }
    if (random.nextBoolean()) {
      String life = counterOf(archive.get(random.nextInt(archive.size())));
      arrived.removeIf(line -> counterOf(line).equals(life));
    }
    if (random.nextBoolean()) {
      // The end of the day never came.
      arrived.subList(random.nextInt(arrived.size() + 1), arrived.size()).clear();
    }
    Collections.shuffle(arrived, new Random(random.nextLong()));
    return arrived;
  }

  private static String counterOf(String line) {
    return line.substring(line.indexOf(":\"") + 2, line.lastIndexOf(':', line.indexOf("\",")));
  }

  @ParameterizedTest
  @ValueSource(longs = {61, 62, 63})
  void whateverWasLostIsSentAndNothingElse(long seed) throws Exception {
    List<String> archive = new ArrayList<>();
    for (Path file : ArchiveFiles.find(List.of(data.resolve("archive"))).files()) {
      archive.addAll(Lines.read(file));
    }
    Seed.with(
        seed,
        random -> {
          List<String> arrived = damaged(archive, random);
          tool.counting.receive(arrived);
          Set<String> lost = new HashSet<>(archive);
          lost.removeAll(new HashSet<>(arrived));
          assertThat(lost).isNotEmpty();
          assertThat(tool.run("audit", data.resolve("archive")).status()).isEqualTo(1);

          tool.run("replay", "--only-missing", data.resolve("archive"));

          assertThat(tool.sentLines()).hasSameSizeAs(lost);
          assertThat(new HashSet<>(tool.sentLines())).isEqualTo(lost);
          tool.countQueue();
          Tool.Result audit = tool.run("audit", data.resolve("archive"));
          assertThat(audit.status()).as(audit.out()).isZero();
        });
  }
}
