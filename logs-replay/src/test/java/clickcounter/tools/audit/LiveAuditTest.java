package clickcounter.tools.audit;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.store.DocumentKey;
import clickcounter.tools.Seed;
import clickcounter.tools.Tool;
import clickcounter.traffic.Generator;
import clickcounter.traffic.Generator.EventSinkOfDay;
import clickcounter.traffic.GeneratorSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An audit during live traffic: before each ad and counter that it reads, services write, events
 * arrive or documents change.
 */
@Tag("slow")
class LiveAuditTest {
  private static final int AUDITS = 5;

  @TempDir private Path directory;

  /** A day that continues while it is audited. */
  private static final class World implements Runnable {
    final Tool tool = new Tool();
    final Path archive;
    private final SplittableRandom random;
    private final Map<String, List<String>> future = new TreeMap<>();
    private final Map<String, Integer> file = new HashMap<>();
    private final Map<String, String> half = new HashMap<>();
    private final Map<String, String> halfLine = new HashMap<>();
    private final List<String> underWay = new ArrayList<>();

    /** The line that is counted with other values than in the archive, or null. */
    String victim;

    int actionsLeft;

    World(Path archive, SplittableRandom random) throws IOException {
      this.archive = archive;
      this.random = random;
      GeneratorSettings settings =
          GeneratorSettings.defaults()
              .withSize(random.nextInt(500, 2_000), random.nextInt(1, 40), random.nextInt(1, 8))
              .withSeed(random.nextLong());
      Generator.generate(
          settings,
          new EventSinkOfDay() {
            @Override
            public void archived(String counterId, long sequence, String line) {
              future.computeIfAbsent(counterId, id -> new ArrayList<>()).add(line);
            }

            @Override
            public void queued(String line) {}
          });
      Files.createDirectories(archive);
    }

    @Override
    public synchronized void run() {
      if (actionsLeft > 0) {
        actionsLeft--;
        act();
      }
    }

    void act() {
      switch (random.nextInt(4)) {
        case 0, 1 -> write();
        case 2 -> arrive(random.nextInt(underWay.size() + 1));
        default -> tool.counting.writeCounters();
      }
    }

    /**
     * A service writes some lines, perhaps the last one not to its end, perhaps into a new file.
     */
    private void write() {
      List<String> counters = new ArrayList<>(future.keySet());
      if (counters.isEmpty()) {
        return;
      }
      String counter = counters.get(random.nextInt(counters.size()));
      List<String> lines = future.get(counter);
      List<String> now = lines.subList(0, Math.min(lines.size(), random.nextInt(1, 30)));
      StringBuilder text = new StringBuilder(restOfHalf(counter));
      for (String line : now) {
        underWay.add(line);
        text.append(line).append('\n');
      }
      now.clear();
      if (lines.isEmpty()) {
        future.remove(counter);
      } else if (random.nextInt(3) == 0) {
        String line = lines.remove(0) + "\n";
        int cut = random.nextInt(1, line.length());
        text.append(line, 0, cut);
        half.put(counter, line.substring(cut));
        halfLine.put(counter, line.strip());
      } else if (random.nextInt(5) == 0) {
        append(counter, text);
        file.merge(counter, 1, Integer::sum);
        return;
      }
      append(counter, text);
    }

    /** An event exists as soon as its line is complete. */
    private String restOfHalf(String counter) {
      if (!half.containsKey(counter)) {
        return "";
      }
      underWay.add(halfLine.remove(counter));
      return half.remove(counter);
    }

    private void append(String counter, StringBuilder text) {
      Path path = archive.resolve(counter + "-" + file.getOrDefault(counter, 0) + ".ndjson");
      try {
        Files.write(
            path,
            text.toString().getBytes(StandardCharsets.UTF_8),
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Some events arrive in any order and are counted; only the ads' documents are written. */
    private void arrive(int count) {
      Collections.shuffle(underWay, new Random(random.nextLong()));
      List<String> arriving = underWay.subList(0, count);
      List<String> lines = new ArrayList<>();
      for (String line : arriving) {
        if (victim == null && line.contains("\"impression\"")) {
          victim = line;
        }
        lines.add(
            line.equals(victim) && spoil
                ? line.replace("\"impression\"", "\"click\"").replace("}", ",\"costMicros\":1}")
                : line);
      }
      tool.counting.receiveUnsettled(lines);
      arriving.clear();
    }

    boolean spoil;

    void finish() {
      while (!future.isEmpty() || !half.isEmpty()) {
        write();
        flushHalves();
      }
      arrive(underWay.size());
      tool.counting.writeCounters();
    }

    private void flushHalves() {
      for (String counter : List.copyOf(half.keySet())) {
        append(counter, new StringBuilder(restOfHalf(counter)));
      }
    }
  }

  private World world(SplittableRandom random) throws IOException {
    World world = new World(directory.resolve("archive"), random);
    for (int i = random.nextInt(1, 30); i > 0; i--) {
      world.act();
    }
    while (world.archive.toFile().list().length == 0) {
      world.write();
    }
    Set<String> read = Set.of(DocumentKey.COUNTERS, DocumentKey.ADS);
    world.tool.counting.store.beforeFetch =
        key -> {
          if (read.contains(key.bucket())) {
            world.run();
          }
        };
    return world;
  }

  @ParameterizedTest
  @ValueSource(longs = {71, 72})
  void whatIsAliveIsNeverCalledWrong(long seed) throws Exception {
    Seed.with(
        seed,
        random -> {
          int undecided = 0;
          int meanwhile = 0;
          World world = world(random);
          for (int i = 0; i < AUDITS; i++) {
            world.actionsLeft = random.nextInt(200);
            Result audit = world.tool.run("documents", "audit", world.archive);
            boolean notDecided = audit.out().contains("NOT DECIDED, no wrong counts");
            assertThat(audit.status())
                .as(audit.out() + audit.err())
                .isIn(notDecided ? List.of(3) : List.of(0, 1));
            undecided += notDecided ? 1 : 0;
            meanwhile += audit.out().contains("written during the audit") ? 1 : 0;
          }
          // Traffic stops in the end, and an audit that waits long enough sees that.
          world.actionsLeft = random.nextInt(300);
          Result patient = world.tool.run("documents", "audit", world.archive);
          assertThat(patient.status()).as(patient.out() + patient.err()).isIn(0, 1);

          world.finish();
          Result last = world.tool.run("documents", "audit", world.archive);
          assertThat(last.status()).as(last.out() + last.err()).isZero();
          assertThat(meanwhile).isGreaterThan(1);
          assertThat(undecided).isLessThan(AUDITS);
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {81, 82})
  void aWrongCountIsFoundBesideLiveTrafficToo(long seed) throws Exception {
    Seed.with(
        seed,
        random -> {
          World world = world(random);
          world.spoil = true;
          world.victim = null;
          while (world.victim == null) {
            world.write();
            world.arrive(world.underWay.size());
            world.tool.counting.writeCounters();
          }
          world.actionsLeft = random.nextInt(150);

          Result audit = world.tool.run("documents", "audit", world.archive);

          String adId = world.victim.replaceAll(".*\"adId\":\"([^\"]*)\".*", "$1");
          assertThat(audit.status()).as(audit.out() + audit.err()).isEqualTo(2);
          assertThat(audit.out()).contains("Wrong: documents of 1 ad", "ad " + adId);
        });
  }
}
