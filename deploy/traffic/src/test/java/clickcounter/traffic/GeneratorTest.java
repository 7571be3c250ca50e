package clickcounter.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.EventParser;
import clickcounter.event.EventSink;
import clickcounter.event.Rejected;
import clickcounter.traffic.Generator.EventSinkOfDay;
import clickcounter.traffic.Generator.GeneratedDay;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratorTest {
  private static final GeneratorSettings DAY =
      GeneratorSettings.defaults().withSize(30_000, 700, 9).withFaults(0.01, 0.05, 50).withSeed(3);

  private static final Pattern HOURLY =
      Pattern.compile("((host[A-Z]+)-\\d{8}_\\d{6})-(\\d{8}_\\d{2})\\.ndjson\\.gz");

  private static final DateTimeFormatter HOUR =
      DateTimeFormatter.ofPattern("yyyyMMdd_HH").withZone(ZoneOffset.UTC);

  @TempDir private Path directory;

  /** A day in memory. */
  private static final class Recorded implements EventSinkOfDay, EventSink {
    final List<String> archived = new ArrayList<>();
    final List<String> queued = new ArrayList<>();
    final Map<String, Long> next = new HashMap<>();
    final Set<String> ended = new HashSet<>();
    final List<Event> events = new ArrayList<>();

    @Override
    public void archived(String counterId, long sequence, String line) {
      assertThat(ended).doesNotContain(counterId);
      assertThat(sequence).isEqualTo(next.getOrDefault(counterId, 0L));
      next.put(counterId, sequence + 1);
      archived.add(line);
      new EventParser().parse(line, this);
    }

    @Override
    public void ended(String counterId) {
      ended.add(counterId);
    }

    @Override
    public void queued(String line) {
      queued.add(line);
    }

    @Override
    public void event(Event event) {
      events.add(event);
    }

    @Override
    public void rejected(Rejected rejected) {
      throw new AssertionError(rejected);
    }
  }

  private static Recorded record(GeneratorSettings settings) throws IOException {
    Recorded day = new Recorded();
    Generator.generate(settings, day);
    return day;
  }

  @Test
  void theSameSeedMakesTheSameDayAndAnotherSeedAnother() throws IOException {
    assertThat(record(DAY).archived).isEqualTo(record(DAY).archived);
    assertThat(record(DAY).queued).isEqualTo(record(DAY).queued);
    assertThat(record(DAY.withSeed(4)).archived).isNotEqualTo(record(DAY).archived);
  }

  @Test
  void dimensionsChangeNothingElse() throws IOException {
    GeneratorSettings plain = DAY.withInvalidClicks(true);
    Recorded day = record(plain.withDims(true));
    Pattern dims =
        Pattern.compile(
            ",\"dims\":\\{\"country\":\"[A-Z]{2}\",\"device\":\"[a-z]+\",\"placement\":\"[a-z]+\"}");
    assertThat(day.archived)
        .allMatch(
            line ->
                dims.matcher(line).find()
                    == line.matches(".*\"type\":\"(impression|click|filtered-click)\".*"));
    assertThat(day.archived.stream().map(line -> dims.matcher(line).replaceAll("")))
        .containsExactlyElementsOf(record(plain).archived);
  }

  @Test
  void thereAreAsManyEventsAsAskedFor() throws IOException {
    for (long events : new long[] {1, 2, 10, 1_000, 30_000}) {
      for (int counters : new int[] {1, 4, 300}) {
        assertThat(record(DAY.withSize(events, 50, counters)).archived).hasSize((int) events);
      }
    }
  }

  @Test
  void nothingIsLostTwiceOrDisplacedWithoutBeingAskedFor() throws IOException {
    Recorded day = record(DAY.withFaults(0, 0, 0));
    assertThat(day.queued).isEqualTo(day.archived);
  }

  @Test
  void noLineIsDisplacedFurtherThanAskedFor() throws IOException {
    Recorded day = record(DAY.withFaults(0, 0, 20));
    Map<String, Integer> places = new HashMap<>();
    day.archived.forEach(line -> places.put(line, places.size()));
    for (int i = 0; i < day.queued.size(); i++) {
      assertThat(Math.abs(places.get(day.queued.get(i)) - i)).isLessThanOrEqualTo(20);
    }
    assertThat(day.queued).isNotEqualTo(day.archived).hasSameSizeAs(day.archived);
  }

  @Test
  void aFewHotAdsStandOutOfALongTail() throws IOException {
    Recorded day = record(DAY.withSize(100_000, 10_000, 9));
    Map<String, Integer> events = new HashMap<>();
    int clicks = 0;
    int impressions = 0;
    for (Event event : day.events) {
      if (event instanceof AdEvent e && e.kind() != EventKind.BUDGET) {
        events.merge(e.adId(), 1, Integer::sum);
        clicks += e.kind() == EventKind.CLICK ? 1 : 0;
        impressions += e.kind() == EventKind.IMPRESSION ? 1 : 0;
      }
    }
    assertThat(events.get("m100000")).isBetween(500, 900);
    assertThat((double) clicks / impressions).isBetween(0.01, 0.02);
    assertThat(events).hasSizeGreaterThan(7_000);
  }

  @Test
  void afterACloseNothingOfItsCounterComes() throws IOException {
    Set<String> closed = new HashSet<>();
    for (Event event : record(DAY).events) {
      assertThat(closed).doesNotContain(event.counterId());
      if (event instanceof Close) {
        closed.add(event.counterId());
      }
    }
    assertThat(closed).isNotEmpty();
  }

  @Test
  void filesAndSummaryTellTheSame() throws IOException {
    GeneratedDay day = Generator.generate(DAY, directory.resolve("day"), count -> {});

    List<String> queued = Files.readAllLines(day.queue());
    assertThat(day.events()).isEqualTo(30_000);
    assertThat(new HashSet<>(queued)).hasSize((int) (day.events() - day.lost()));
    assertThat(queued).hasSize((int) (day.events() - day.lost() + day.duplicates()));
  }

  @Test
  void ofALostHourNothingArrivesAndOfTheOthersEverything() throws IOException {
    Recorded day = record(DAY.withFaults(0, 0, 0).withLostHour(13));
    long fromMs = DAY.start().toEpochMilli() + 13 * 3_600_000L;
    Set<String> arrived = new HashSet<>(day.queued);
    int lost = 0;
    for (int i = 0; i < day.events.size(); i++) {
      long ms = day.events.get(i).timestampMs();
      boolean inHour = ms >= fromMs && ms < fromMs + 3_600_000;
      assertThat(arrived.contains(day.archived.get(i))).isEqualTo(!inHour);
      lost += inHour ? 1 : 0;
    }
    assertThat(lost).isBetween(1_000, 2_000);
  }

  @Test
  void ofSeveralDaysEachHostHasACounterADayAndEachCounterAFileAnHour() throws IOException {
    GeneratorSettings days =
        GeneratorSettings.defaults().withSize(40_000, 300, 20).withDays(5).withSeed(3);
    GeneratedDay made = Generator.generate(days, directory.resolve("days"), count -> {});

    Map<String, Set<String>> counters = new HashMap<>();
    List<Path> files;
    try (Stream<Path> all = Files.walk(made.archive())) {
      files = all.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      Matcher name = HOURLY.matcher(file.getFileName().toString());
      assertThat(name.matches()).as("%s", file).isTrue();
      counters.computeIfAbsent(name.group(2), host -> new HashSet<>()).add(name.group(1));
      Recorded read = new Recorded();
      lines(file).forEach(line -> new EventParser().parse(line, read));
      assertThat(read.events)
          .isNotEmpty()
          .allSatisfy(
              event -> {
                assertThat(event.counterId()).isEqualTo(name.group(1));
                assertThat(HOUR.format(Instant.ofEpochMilli(event.timestampMs())))
                    .isEqualTo(name.group(3));
              });
    }
    assertThat(made.events()).isEqualTo(40_000);
    assertThat(counters).hasSize(4);
    assertThat(counters.values()).allSatisfy(of -> assertThat(of).hasSize(5));
  }

  @Test
  void ofSeveralDaysTheLastOneIsOnTheQueueAndAllAreAlike() throws IOException {
    Recorded days =
        record(DAY.withSize(40_000, 300, 20).withDays(5).withFaults(0, 0, 0).withLostHour(13));
    Map<Long, Integer> events = new TreeMap<>();
    days.events.forEach(event -> events.merge(event.timestampMs() / 86_400_000, 1, Integer::sum));

    assertThat(events).hasSize(5);
    assertThat(events.values()).allSatisfy(of -> assertThat(of).isBetween(7_500, 8_500));
    assertThat(days.queued).hasSizeBetween(7_000, 8_000);
    assertThat(days.queued).isSubsetOf(days.archived.subList(31_000, 40_000));
  }

  private static final GeneratorSettings JUDGED =
      DAY.withSize(60_000, 200, 9).withFaults(0, 0, 0).withInvalidClicks(true);

  @Test
  void verdictsAreOnChargedClicksAndAtMostOneIsInForce() throws IOException {
    Recorded day = record(JUDGED);
    Map<String, AdEvent> charged = new HashMap<>();
    Map<String, Integer> inForce = new HashMap<>();
    Map<EventKind, Integer> kinds = new TreeMap<>();
    for (Event event : day.events) {
      if (event instanceof AdEvent e) {
        kinds.merge(e.kind(), 1, Integer::sum);
        if (e.kind() == EventKind.CLICK) {
          charged.put(e.eventId(), e);
        } else if (e.kind().isVerdict()) {
          AdEvent click = charged.get(e.judgement().clickId());
          assertThat(List.of(e.adId(), e.amountMicros()))
              .isEqualTo(List.of(click.adId(), click.amountMicros()));
          assertThat(e.timestampMs() - click.timestampMs()).isBetween(2 * 60_000L, 86_400_000L);
          boolean takesBack = e.kind() == EventKind.INVALIDATION;
          assertThat(e.judgement().author()).isEqualTo(takesBack ? "ivt" : "appeals");
          assertThat(inForce.merge(click.eventId(), e.kind().invalidClicks(), Integer::sum))
              .isBetween(0, 1);
        }
      }
    }
    assertThat(kinds).containsOnlyKeys(EventKind.values());
    assertThat(kinds.get(EventKind.INVALIDATION)).isBetween(30, 120);
    assertThat(day.archived).hasSize(60_000);
  }

  @Test
  void verdictsComeTwiceInTheQueueAndOnceInTheArchive() throws IOException {
    Recorded day = record(JUDGED);
    Set<String> arrived = new HashSet<>();
    List<String> repeated = day.queued.stream().filter(line -> !arrived.add(line)).toList();
    assertThat(repeated)
        .hasSizeBetween(10, 60)
        .allMatch(line -> line.contains("\"ivt-20260601-r7:"));
    assertThat(day.archived).doesNotHaveDuplicates();
  }

  @Test
  void dayWithInvalidClicksHasAsManyEventsAsAskedFor() throws IOException {
    for (long events : new long[] {1, 2, 10, 1_000, 30_000}) {
      for (int days : new int[] {1, 4}) {
        GeneratorSettings settings = JUDGED.withSize(events, 50, 8).withDays(days);
        assertThat(record(settings).archived).hasSize((int) events);
      }
    }
  }

  private static List<String> lines(Path packed) throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(packed))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  @Test
  void aDirectoryWithSomethingInItIsLeftAlone() throws IOException {
    Files.writeString(directory.resolve("mine"), "x");
    assertThatThrownBy(() -> Generator.generate(DAY, directory, count -> {}))
        .isInstanceOf(IOException.class);
  }

  @Test
  void halfMadeDayIsMadeAnew() throws IOException {
    Path day = directory.resolve("day");
    Path half = Files.createDirectories(directory.resolve("day.part")).resolve("queue.ndjson");
    Files.writeString(half, "half");

    Generator.generateOnce(DAY, day);
    String queue = Files.readString(day.resolve("queue.ndjson"));
    Generator.generateOnce(DAY.withSeed(4), day);

    assertThat(queue).doesNotStartWith("half");
    assertThat(day.resolve("queue.ndjson")).hasContent(queue);
    assertThat(directory.resolve("day.part")).doesNotExist();
  }
}
