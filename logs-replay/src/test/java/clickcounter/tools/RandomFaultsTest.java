package clickcounter.tools;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.traffic.Generator;
import clickcounter.traffic.Generator.EventSinkOfDay;
import clickcounter.traffic.GeneratorSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random days, random losses and random archive layouts, compared with sets of lines. */
@Tag("slow")
class RandomFaultsTest {
  @TempDir private Path directory;

  /** A naive model of a day. */
  private static final class RecordedDay implements EventSinkOfDay {
    final Map<String, List<String>> archive = new TreeMap<>();
    final List<String> queue = new ArrayList<>();

    @Override
    public void archived(String counterId, long sequence, String line) {
      archive.computeIfAbsent(counterId, id -> new ArrayList<>()).add(line);
    }

    @Override
    public void queued(String line) {
      queue.add(line);
    }

    Set<String> lines() {
      Set<String> all = new HashSet<>();
      archive.values().forEach(all::addAll);
      return all;
    }
  }

  private static RecordedDay day(SplittableRandom random) throws IOException {
    RecordedDay day = new RecordedDay();
    Generator.generate(
        GeneratorSettings.defaults()
            .withSize(random.nextInt(1, 2_500), random.nextInt(1, 60), random.nextInt(1, 12))
            .withFaults(random.nextInt(3) * random.nextDouble() / 2, 0.1, random.nextInt(100))
            .withSeed(random.nextLong()),
        day);
    return day;
  }

  /** Splits the archive into files: rotated, compressed, or copied. */
  private Path store(RecordedDay day, SplittableRandom random) throws IOException {
    Path archive = directory.resolve("archive");
    for (Map.Entry<String, List<String>> counter : day.archive.entrySet()) {
      List<String> lines = counter.getValue();
      int part = 0;
      for (int from = 0; from < lines.size(); part++) {
        int to = Math.min(lines.size(), from + random.nextInt(1, 2_000));
        String name = counter.getKey() + "." + random.nextInt(1_000_000) + "-" + part + ".ndjson";
        String end = random.nextBoolean() ? ".gz" : "";
        EventFiles.write(archive.resolve(name + end), lines.subList(from, to));
        // Sometimes two files overlap.
        from = random.nextInt(4) == 0 ? Math.max(from + 1, to - random.nextInt(50)) : to;
      }
    }
    return archive;
  }

  private void clear() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        if (!path.equals(directory)) {
          Files.delete(path);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13})
  void onlyMissingSendsExactlyWhatIsNotCountedAndThenAllIsEqual(long seed) throws Exception {
    Seed.with(
        seed,
        random -> {
          for (int round = 0; round < 2; round++) {
            clear();
            RecordedDay day = day(random);
            Path archive = store(day, random);
            Tool tool = new Tool();
            List<String> arrived = day.queue.subList(0, random.nextInt(day.queue.size() + 1));
            tool.counting.receive(arrived);
            Set<String> missing = day.lines();
            missing.removeAll(new HashSet<>(arrived));

            assertThat(tool.run("documents", "audit", archive).status())
                .isEqualTo(missing.isEmpty() ? 0 : 1);
            Result replay = tool.run("archive", "replay", "--only-missing", archive);

            assertThat(replay.status()).as(replay.err()).isZero();
            assertThat(tool.sentLines()).hasSameSizeAs(missing);
            assertThat(new HashSet<>(tool.sentLines())).isEqualTo(missing);
            tool.countQueue();
            Result audit = tool.run("documents", "audit", archive);
            assertThat(audit.out()).contains("EQUAL");
            assertThat(audit.status()).isZero();
          }
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {31, 32, 33})
  void aDocumentThatCountedOnceTooOftenOrTooFewIsNamed(long seed) throws Exception {
    Seed.with(
        seed,
        random -> {
          for (int round = 0; round < 2; round++) {
            clear();
            RecordedDay day = day(random);
            Path archive = store(day, random);
            Tool tool = new Tool();
            // The planted bug: one event is counted with other values than its line in the archive
            // has.
            List<String> all = new ArrayList<>(day.lines());
            all.sort(Comparator.naturalOrder());
            List<String> impressions =
                all.stream().filter(line -> line.contains("\"impression\"")).toList();
            if (impressions.isEmpty()) {
              continue;
            }
            String victim = impressions.get(random.nextInt(impressions.size()));
            all.remove(victim);
            String adId = victim.replaceAll(".*\"adId\":\"([^\"]*)\".*", "$1");
            all.add(
                victim.replace("\"impression\"", "\"click\"").replace("}", ",\"costMicros\":1}"));
            tool.counting.receive(all);

            Result audit = tool.run("documents", "audit", archive);

            assertThat(audit.status()).as(audit.out()).isEqualTo(2);
            assertThat(audit.out())
                .contains("WRONG COUNTS", "ad " + adId, "clicks: expected", "costMicros: expected");
            assertThat(audit.out()).doesNotContain("Missing:");
          }
        });
  }
}
