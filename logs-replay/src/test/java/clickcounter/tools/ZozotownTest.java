package clickcounter.tools;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.Texts;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.traffic.Generator;
import clickcounter.traffic.Generator.GeneratedDay;
import clickcounter.traffic.GeneratorSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole days: a real one of a shop, where its archive exists, and a generated one. */
class ZozotownTest {
  private static final int MESSAGE_LINES = 500;

  /** What the services wrote, and what arrived. */
  private record ZozotownDay(
      String name, Path archive, List<String> written, List<String> arrived) {
    static ZozotownDay of(String name, Path archive, Path queue) throws IOException {
      List<String> written = new ArrayList<>();
      for (Path file : ArchiveFiles.find(List.of(archive)).files()) {
        written.addAll(EventFiles.read(file));
      }
      return new ZozotownDay(name, archive, written, EventFiles.read(queue));
    }

    Set<String> lost() {
      Set<String> lost = new HashSet<>(written);
      lost.removeAll(new HashSet<>(arrived));
      return lost;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  @TempDir private static Path directory;
  private static List<ZozotownDay> days;
  private final Tool tool = new Tool();

  @BeforeAll
  static void findDays() throws IOException {
    days = new ArrayList<>();
    GeneratorSettings settings =
        GeneratorSettings.defaults().withSize(12_000, 800, 12).withFaults(0.003, 0.01, 100);
    GeneratedDay made = Generator.generate(settings, directory.resolve("day"), count -> {});
    days.add(ZozotownDay.of("generated", made.archive(), made.queue()));
    if (Zozotown.directory().isPresent()) {
      Path real = Zozotown.directory().get();
      days.add(
          ZozotownDay.of("zozotown", real.resolve("archive"), real.resolve("queue.ndjson.gz")));
    }
  }

  static Stream<ZozotownDay> days() {
    return days.stream();
  }

  @Test
  void theGeneratedDayLosesEventsAndRepeatsSome() {
    ZozotownDay generated = days.get(0);
    assertThat(generated.written()).hasSize(12_000);
    assertThat(generated.lost()).hasSizeBetween(10, 100);
    assertThat(generated.arrived()).hasSizeGreaterThan(12_000);
  }

  @ParameterizedTest
  @MethodSource("days")
  void lostEventsAreMissingAndNothingIsWrong(ZozotownDay day) {
    tool.counting.receive(day.arrived());

    Result audit = tool.run("documents", "audit", day.archive());

    int lost = day.lost().size();
    assertThat(lost).isPositive();
    assertThat(audit.out())
        .contains(
            Texts.number(day.written().size() - lost)
                + " counted, "
                + lost
                + " missing, 0 in no file")
        .contains("MISSING EVENTS, no wrong counts");
    day.lost().forEach(line -> assertThat(audit.out()).contains(counterOf(line)));
    assertThat(audit.status()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("days")
  void afterReplayOfWhatIsMissingAllIsEqual(ZozotownDay day) {
    tool.counting.receive(day.arrived());
    int lost = day.lost().size();

    Result replay = tool.run("archive", "replay", "--only-missing", day.archive());
    assertThat(replay.out()).contains(Texts.count(lost, "event") + " missing, sent:");
    assertThat(new HashSet<>(tool.sentLines())).isEqualTo(day.lost());
    assertThat(tool.sentLines()).hasSize(lost);
    tool.countQueue();

    Result audit = tool.run("documents", "audit", day.archive());
    assertThat(audit.out()).contains("EQUAL");
    assertThat(audit.status()).isZero();
    Result again = tool.run("archive", "replay", "--only-missing", day.archive());
    assertThat(again.out()).contains("No event of these files is missing");
    assertThat(tool.queue).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("days")
  void fullReplaySendsEveryLineOnceInMessagesOfMany(ZozotownDay day) {
    Result replay = tool.run("archive", "replay", day.archive());

    assertThat(replay.status()).isZero();
    int lines = day.written().size();
    assertThat(tool.sentLines()).hasSize(lines);
    assertThat(new HashSet<>(tool.sentLines())).isEqualTo(new HashSet<>(day.written()));
    assertThat(tool.queue).hasSize((lines + MESSAGE_LINES - 1) / MESSAGE_LINES);
    tool.countQueue();
    assertThat(tool.run("documents", "audit", day.archive()).status()).isZero();
  }

  /** Events on their way: some are lost, one by one, in runs or whole lives; some arrive twice. */
  private static List<String> damaged(List<String> archive, SplittableRandom random) {
    double drop = random.nextInt(3) * random.nextDouble() / 3;
    List<String> arrived = new ArrayList<>();
    boolean cut = false;
    for (String line : archive) {
      // A run of about a hundred lost events starts or ends.
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
      // The end of the day never arrived.
      arrived.subList(random.nextInt(arrived.size() + 1), arrived.size()).clear();
    }
    Collections.shuffle(arrived, new Random(random.nextLong()));
    return arrived;
  }

  private static String counterOf(String line) {
    return line.substring(line.indexOf(":\"") + 2, line.lastIndexOf(':', line.indexOf("\",")));
  }

  @ParameterizedTest
  @MethodSource("days")
  void whateverWasLostIsSentAndNothingElse(ZozotownDay day) throws Exception {
    Seed.with(
        61,
        random -> {
          List<String> arrived = damaged(day.written(), random);
          tool.counting.receive(arrived);
          Set<String> lost = new HashSet<>(day.written());
          lost.removeAll(new HashSet<>(arrived));
          assertThat(lost).isNotEmpty();
          assertThat(tool.run("documents", "audit", day.archive()).status()).isEqualTo(1);

          tool.run("archive", "replay", "--only-missing", day.archive());

          assertThat(tool.sentLines()).hasSameSizeAs(lost);
          assertThat(new HashSet<>(tool.sentLines())).isEqualTo(lost);
          tool.countQueue();
          Result audit = tool.run("documents", "audit", day.archive());
          assertThat(audit.status()).as(audit.out()).isZero();
        });
  }
}
