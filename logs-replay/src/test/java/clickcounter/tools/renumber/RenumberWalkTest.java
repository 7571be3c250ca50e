package clickcounter.tools.renumber;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Judgement;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Seed;
import clickcounter.tools.Tool;
import clickcounter.tools.generate.Generator;
import clickcounter.tools.generate.Generator.EventSinkOfDay;
import clickcounter.tools.generate.GeneratorSettings;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Days on which services, and perhaps the authors of verdicts too, used one counter id: from the
 * first complaint to documents that say the truth.
 */
class RenumberWalkTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String SERVICES = "hostZ-20260601_000000-zzzzzz";

  private static final String AUTHOR = "ivt-20260601-r";
  private static final long DAYS_END_MS = 1_780_358_400_000L;

  @TempDir private Path directory;
  private final Tool tool = new Tool();

  /** By the counter that a service should have used. */
  private final Map<String, List<String>> services = new TreeMap<>();

  private final List<List<String>> authors = List.of(new ArrayList<>(), new ArrayList<>());

  /** What each ad is charged for, and what was taken back. */
  private final Map<String, Truth> truth = new HashMap<>();

  private static final class Truth {
    long clicks;
    long costMicros;
    long invalidated;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void judgedDayWithOneCounterIdTwiceIsCleanAndTrueInTheEnd(long seed) throws Exception {
    Seed.with(seed, this::walk);
  }

  private void walk(SplittableRandom random) throws IOException {
    makeDay(random);
    Path archive = directory.resolve("archive");
    List<String> arrived = write(archive, random);
    Collections.shuffle(arrived, new Random(random.nextLong()));
    tool.counting.receive(arrived);
    assertThat(tool.run("archive", "check", archive).out())
        .contains("number twice, different content", "verdict on no charged click");

    Path corrected = directory.resolve("corrected");
    Result renumber = tool.run("archive", "renumber", "--out", corrected, archive);
    assertThat(renumber.status()).as(renumber.err()).isZero();
    assertThat(renumber.out()).contains("verdicts that name new numbers of clicks: ");
    for (String line : renumber.out().lines().filter(l -> l.startsWith("  /")).toList()) {
      Files.delete(Path.of(line.strip()));
    }
    Files.move(corrected, archive.resolve("corrected"));

    Result check = tool.run("archive", "check", archive);
    assertThat(check.out()).contains("FINE").doesNotContain("verdict", "judged", "number twice");
    recount(renumber, archive);
    Result audit = tool.run("documents", "audit", archive);
    assertThat(audit.out()).contains("EQUAL: every document", ", 0 wrong\n");
    saysTheTruth();
  }

  private void makeDay(SplittableRandom random) throws IOException {
    EventSinkOfDay sink =
        new EventSinkOfDay() {
          @Override
          public void archived(String counterId, long sequence, String line) {
            if (!line.contains("\"type\":\"close\"")) {
              services.computeIfAbsent(counterId, id -> new ArrayList<>()).add(line);
            }
          }

          @Override
          public void queued(String line) {}
        };
    Generator.generate(
        GeneratorSettings.defaults().withSize(20_000, 40, 6).withSeed(random.nextLong()), sink);
    for (List<String> lines : services.values()) {
      for (String line : lines) {
        judge(JSON.readTree(line), random);
      }
    }
    // Crashed services are another story.
    services.forEach((counterId, lines) -> lines.add(close(counterId, lines.size())));
    for (int author = 0; author < authors.size(); author++) {
      authors.get(author).add(close(AUTHOR + author, authors.get(author).size()));
    }
  }

  private static String close(String counterId, long sequence) {
    return EventWriter.toLine(new Close(counterId, sequence, DAYS_END_MS + sequence));
  }

  /** Of the clicks half are taken back, and of these some are given back, by any author. */
  private void judge(JsonNode event, SplittableRandom random) {
    Truth ofAd = truth.computeIfAbsent(event.get("adId").asText(), id -> new Truth());
    if (!event.get("type").asText().equals("click")) {
      return;
    }
    boolean takenBack = random.nextBoolean();
    boolean givenBack = takenBack && random.nextInt(4) == 0;
    if (takenBack) {
      add(EventKind.INVALIDATION, event, random);
    }
    if (givenBack) {
      add(EventKind.REINSTATEMENT, event, random);
    }
    int charged = takenBack && !givenBack ? 0 : 1;
    ofAd.clicks += charged;
    ofAd.costMicros += charged * event.get("costMicros").asLong();
    ofAd.invalidated += 1 - charged;
  }

  private void add(EventKind kind, JsonNode click, SplittableRandom random) {
    int author = random.nextInt(authors.size());
    authors
        .get(author)
        .add(
            EventWriter.toLine(
                new AdEvent(
                    AUTHOR + author,
                    authors.get(author).size(),
                    kind,
                    click.get("adId").asText(),
                    click.get("timestamp").asLong(),
                    click.get("costMicros").asLong(),
                    new Judgement("ivt@r" + author, click.get("eventId").asText()))));
  }

  /** Two or three services write the same counter id. Returns all lines. */
  private List<String> write(Path archive, SplittableRandom random) throws IOException {
    List<String> all = new ArrayList<>();
    List<String> own = new ArrayList<>(services.keySet());
    Collections.shuffle(own, new Random(random.nextLong()));
    List<String> sharing = own.subList(0, random.nextInt(2, 4));
    for (Map.Entry<String, List<String>> service : services.entrySet()) {
      all.addAll(write(archive.resolve(service.getKey()), service.getValue(), sharing, random));
    }
    boolean isOneAuthor = random.nextBoolean();
    for (List<String> verdicts : authors) {
      List<String> lines =
          verdicts.stream()
              .map(v -> isOneAuthor ? v.replace(AUTHOR + "1:", AUTHOR + "0:") : v)
              .toList();
      // Before, between or behind the services, which are hosts.
      String name = List.of("a", "hostB-ivt", "z").get(random.nextInt(3)) + all.size();
      all.addAll(write(archive.resolve(name), lines, sharing, random));
    }
    return all;
  }

  private static List<String> write(
      Path file, List<String> lines, List<String> sharing, SplittableRandom random)
      throws IOException {
    List<String> written =
        lines.stream()
            .map(
                line ->
                    sharing.stream()
                        .reduce(line, (l, id) -> l.replace('"' + id + ':', '"' + SERVICES + ':')))
            .toList();
    String end = random.nextBoolean() ? ".ndjson.gz" : ".ndjson";
    EventFiles.write(file.resolveSibling(file.getFileName() + end), written);
    return written;
  }

  /** As the command says. */
  private void recount(Result renumber, Path archive) {
    String counters = renumber.out().replaceAll("(?s).*then: documents recount (.*) PATH.*", "$1");
    List<Object> words = new ArrayList<>(List.of("documents", "recount", "--wait", "0s"));
    words.addAll(Arrays.asList(counters.split(" ")));
    words.add(archive);
    Result recount = tool.run(words.toArray());
    assertThat(recount.status()).as(recount.out() + recount.err()).isZero();
  }

  private void saysTheTruth() throws IOException {
    for (Map.Entry<String, Truth> ad : truth.entrySet()) {
      JsonNode shown = JSON.readTree(tool.run("ads", "show", ad.getKey(), "--json").out());
      Truth wanted = ad.getValue();
      assertThat(shown.findValue("clicks").asLong()).as(ad.getKey()).isEqualTo(wanted.clicks);
      assertThat(shown.findValue("costMicros").asLong()).isEqualTo(wanted.costMicros);
      if (wanted.invalidated > 0) {
        assertThat(shown.findValue("invalidated").asLong()).isEqualTo(wanted.invalidated);
      }
    }
  }
}
