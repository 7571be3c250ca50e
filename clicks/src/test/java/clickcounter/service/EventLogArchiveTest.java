package clickcounter.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.Judgement;
import clickcounter.event.Visitor;
import clickcounter.testing.Lines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a service writes to a real file system. */
class EventLogArchiveTest {
  private static final String START = "2013-10-30T15:25:43.512Z";

  @TempDir Path archiveDir;
  private final SettableClock clock = new SettableClock(START);
  private final FakeTransport transport = new FakeTransport();
  private final Reports reports = new Reports();

  @Test
  void eventsAreNumberedFromZeroAndTheCloseEventIsTheLast() throws IOException {
    EventLog log = open();
    String counter = log.counterId();
    long nowMs = clock.millis();
    assertThat(log.budget("m1", -5)).isEqualTo(event(counter, 0, EventKind.BUDGET, -5));
    assertThat(log.impression("m1")).isEqualTo(event(counter, 1, EventKind.IMPRESSION, 0));
    assertThat(log.click("m1", 120_000)).isEqualTo(event(counter, 2, EventKind.CLICK, 120_000));
    log.close();

    assertThat(archived())
        .containsExactly(
            event(counter, 0, EventKind.BUDGET, -5),
            event(counter, 1, EventKind.IMPRESSION, 0),
            event(counter, 2, EventKind.CLICK, 120_000),
            new Close(counter, 3, nowMs));
    assertThat(transport.lines()).isEqualTo(archivedLines());
    assertThat(transport.isClosed()).isTrue();
    assertThat(log.counts()).isEqualTo(new EventLogCounts(4, 4, 0, 0, 0));
  }

  @Test
  void filteredClickIsArchivedAndSentWithItsReason() throws IOException {
    EventLog log = open();
    AdEvent filtered = log.filteredClick("m1", "datacenter@2026-06-01");
    log.close();

    assertThat(filtered.kind()).isEqualTo(EventKind.FILTERED_DATACENTER);
    assertThat(archived()).first().isEqualTo(filtered);
    assertThat(transport.lines()).isEqualTo(archivedLines());
    assertThat(archivedLines().get(0))
        .contains("\"type\":\"filtered-click\"", "\"reason\":\"datacenter@2026-06-01\"")
        .doesNotContain("costMicros");
  }

  @Test
  void verdictIsArchivedAndSentWithItsAuthorAndItsOwnTime() throws IOException {
    EventLog log = open();
    AdEvent click = log.click("m1", 120_000);
    clock.set("2013-10-30T15:59:00Z");
    Judgement judgement = new Judgement("appeal@3", click.eventId(), "appeals");
    AdEvent verdict = log.verdict(EventKind.REINSTATEMENT, "m1", 120_000, judgement);
    assertThatThrownBy(() -> log.verdict(EventKind.CLICK, "m1", 120_000, judgement))
        .hasMessageContaining("CLICK: expected no reason");
    log.close();

    assertThat(verdict.timestampMs()).isEqualTo(clock.millis());
    assertThat(archived()).startsWith(click, verdict).hasSize(3);
    assertThat(transport.lines()).isEqualTo(archivedLines());
    assertThat(archivedLines().get(1)).contains("\"author\":\"appeals\"");
  }

  @Test
  void visitorsAreWrittenAsHashesAndTheEventsAreTheSame() throws IOException {
    Visitor visitor = new VisitorHash(new byte[16]).of("203.0.113.7", "Mozilla/5.0");
    EventLog log = open();
    List<AdEvent> made =
        List.of(
            log.impression("m1", visitor),
            log.click("m1", 120_000, visitor),
            log.filteredClick("m1", "bots@2026-06-01", visitor));
    log.close();

    assertThat(archived()).startsWith(made.toArray(Event[]::new));
    assertThat(archivedLines().subList(0, 3))
        .allSatisfy(
            line ->
                assertThat(line)
                    .contains("\"visitor\":\"" + visitor.id(), "\"agent\":\"" + visitor.agent())
                    .doesNotContain("203.0.113.7", "Mozilla"));
    assertThat(transport.lines()).isEqualTo(archivedLines());
  }

  @Test
  void anEventIsInTheArchiveWhenItIsGivenOut() throws IOException {
    try (EventLog log = open()) {
      for (int i = 0; i < 10; i++) {
        AdEvent event = log.impression("m" + i);
        assertThat(archived()).last().isEqualTo(event);
      }
    }
  }

  @Test
  void filesAreNamedByHostCounterAndHour() throws IOException {
    EventLog log = open();
    log.close();
    assertThat(log.counterId()).matches("hostA-20131030_152543-[a-z2-9]{6}");
    assertThat(files()).containsExactly("hostA/" + log.counterId() + "-20131030_15.ndjson");
  }

  @Test
  void eachHourHasAFileOfItsOwn() throws IOException {
    EventLog log = open();
    log.impression("m1");
    clock.set("2013-10-30T15:59:59.999Z");
    log.impression("m1");
    clock.set("2013-10-30T16:00:00Z");
    log.impression("m1");
    clock.set("2013-10-31T00:10:00Z");
    log.close();
    String path = "hostA/" + log.counterId();
    assertThat(files())
        .containsExactly(
            path + "-20131030_15.ndjson",
            path + "-20131030_16.ndjson",
            path + "-20131031_00.ndjson");
    assertThat(archived()).extracting(Event::sequence).containsExactly(0L, 1L, 2L, 3L);
    assertThat(reports.archiveTroubles()).isEmpty();
  }

  @Test
  void aClockThatIsSetBackStartsNoFile() throws IOException {
    EventLog log = open();
    clock.set("2013-10-30T16:00:01Z");
    log.impression("m1");
    clock.set("2013-10-30T15:59:59Z");
    log.impression("m1");
    clock.set("2013-10-30T16:00:02Z");
    log.close();
    assertThat(files()).hasSize(2);
    assertThat(archived()).hasSize(3);
    assertThat(reports.archiveTroubles()).isEmpty();
  }

  /** Such events would be rejected when they are counted. */
  @Test
  void aClockThatWasNeverSetStartsNoLogAndWritesNoEvent() throws IOException {
    clock.set("1970-01-01T00:00:12Z");
    assertThatThrownBy(this::open)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("clock shows 1970-01-01T00:00:12Z, expected 2000-01-01T00:00:00Z or");
    assertThat(files()).isEmpty();

    clock.set(START);
    EventLog log = open();
    clock.set("1999-12-31T23:59:59.999Z");
    assertThatThrownBy(() -> log.click("m1", 5))
        .isInstanceOf(EventNotWrittenException.class)
        .hasMessageContainingAll(":0 was not written", "set the clock", "goes to the next event");
    clock.set(START);
    log.click("m1", 5);
    log.close();
    assertThat(archived()).extracting(Event::sequence).containsExactly(0L, 1L);
    assertThat(log.counts()).isEqualTo(new EventLogCounts(2, 2, 0, 0, 1));
    assertThat(reports.archiveTroubles()).hasSize(1);
  }

  @Test
  void twoLivesOfOneSecondAreTwoCountersEvenIfTheyDrawTheSameSuffix() throws IOException {
    EventLog first = open(new Random(7));
    EventLog second =
        EventLog.open(
            EventLogSettings.of(archiveDir, "hostA"),
            new FakeTransport(),
            clock,
            new Random(7),
            reports);
    first.impression("m1");
    second.impression("m2");
    first.close();
    second.close();
    assertThat(first.counterId()).isNotEqualTo(second.counterId());
    assertThat(files()).hasSize(2);
    assertThat(archived()).hasSize(4);
  }

  @Test
  void aGeneratorThatDrawsTheSameForEverIsGivenUpAndNothingIsOverwritten() throws IOException {
    try (EventLog first = open(() -> 0L)) {
      first.impression("m1");
      List<String> before = archivedLines();
      assertThatThrownBy(() -> open(() -> 0L))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no counter id is free")
          .hasMessageContaining(first.counterId());
      assertThat(archivedLines()).isEqualTo(before);
    }
  }

  @Test
  void anArchiveThatCannotBeIsToldAtTheStart() throws IOException {
    Path file = Files.createFile(archiveDir.resolve("file"));
    assertThatThrownBy(() -> open(file, new Random(1))).isInstanceOf(IOException.class);
  }

  @Test
  void whatNoEventCanHoldIsRefusedAndUsesNoNumber() throws IOException {
    EventLog log = open();
    assertThatThrownBy(() -> log.impression("")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> log.impression("m\ud83d")).hasMessageContaining("surrogate");
    assertThatThrownBy(() -> log.impression("m".repeat(129))).hasMessageContaining("adId");
    assertThatThrownBy(() -> log.click("m1", -1)).hasMessageContaining("costMicros");
    assertThatThrownBy(() -> log.filteredClick("m1", "a bot")).hasMessageContaining("reason");
    assertThatThrownBy(() -> log.impression(null)).isInstanceOf(NullPointerException.class);
    assertThat(log.impression("広告 \n😀").sequence()).isZero();
    log.close();
    assertThat(archived()).hasSize(2);
  }

  @Test
  void aClosedLogRefusesAndClosingAgainDoesNothing() throws IOException {
    EventLog log = open();
    log.close();
    log.close();
    assertThatThrownBy(() -> log.impression("m1"))
        .isInstanceOf(EventNotWrittenException.class)
        .hasMessageContaining(":1 was not written and does not exist")
        .hasMessageContaining("the log is closed");
    assertThat(archived()).hasSize(1);
    assertThat(log.counts().refused()).isEqualTo(1);
  }

  @Test
  void anInterruptedThreadHarmsNobody() throws IOException {
    EventLog log = open();
    Thread.currentThread().interrupt();
    log.impression("m1");
    assertThat(Thread.interrupted()).isTrue();
    log.impression("m1");
    log.close();
    assertThat(archived()).hasSize(3);
  }

  @Test
  void anInterruptedThreadMayClose() throws IOException {
    EventLog log = open();
    log.impression("m1");
    Thread.currentThread().interrupt();
    log.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(archived()).hasSize(2);
    EventLogCounts counts = log.counts();
    assertThat(counts.sent() + counts.leftOut()).isEqualTo(counts.written());
  }

  @Test
  void manyThreadsShareTheNumbersWithoutHolesOrDoubles() throws Exception {
    int threads = 6;
    int eventsEach = 500;
    EventLog log = open();
    ExecutorService services = Executors.newFixedThreadPool(threads);
    List<Future<List<Long>>> logged = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      logged.add(services.submit(() -> logMany(log, eventsEach)));
    }
    List<Long> numbers = new ArrayList<>();
    for (Future<List<Long>> one : logged) {
      assertThat(one.get()).isSorted();
      numbers.addAll(one.get());
    }
    services.shutdown();
    log.close();

    int all = threads * eventsEach;
    Collections.sort(numbers);
    assertThat(numbers).isEqualTo(LongStream.range(0, all).boxed().toList());
    assertThat(archived().stream().map(Event::sequence))
        .isEqualTo(LongStream.rangeClosed(0, all).boxed().toList());
    assertThat(transport.lines()).isEqualTo(archivedLines());
  }

  private static List<Long> logMany(EventLog log, int events) throws IOException {
    List<Long> numbers = new ArrayList<>();
    for (int i = 0; i < events; i++) {
      numbers.add(log.impression("m1").sequence());
    }
    return numbers;
  }

  private EventLog open() throws IOException {
    return open(new Random(1));
  }

  private EventLog open(RandomGenerator random) throws IOException {
    return open(archiveDir, random);
  }

  private EventLog open(Path directory, RandomGenerator random) throws IOException {
    EventLogSettings settings =
        EventLogSettings.of(directory, "hostA").withBatchLines(100).withLingerMs(1);
    return EventLog.open(settings, transport, clock, random, reports);
  }

  private AdEvent event(String counter, long sequence, EventKind kind, long amountMicros) {
    return new AdEvent(counter, sequence, kind, "m1", clock.millis(), amountMicros);
  }

  private List<Event> archived() throws IOException {
    Lines lines = Lines.of(String.join("\n", archivedLines()));
    assertThat(lines.rejected()).isEmpty();
    return lines.events();
  }

  private List<String> archivedLines() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String file : files()) {
      String text = Files.readString(archiveDir.resolve(file));
      assertThat(text.isEmpty() || text.endsWith("\n")).isTrue();
      lines.addAll(text.lines().toList());
    }
    return lines;
  }

  private List<String> files() throws IOException {
    try (Stream<Path> paths = Files.walk(archiveDir)) {
      return paths
          .filter(Files::isRegularFile)
          .map(path -> archiveDir.relativize(path).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void countsAreMetricsForPrometheus() {
    assertThat(new EventLogCounts(5, 3, 1, 1, 2).prometheus())
        .startsWith(
            """
            # HELP clickcounter_log_written_events_total Events in the archive.
            # TYPE clickcounter_log_written_events_total counter
            clickcounter_log_written_events_total 5
            """)
        .contains(
            "clickcounter_log_left_out_events_total 1\n",
            "clickcounter_log_refused_events_total 2\n",
            "# TYPE clickcounter_log_waiting_events gauge\nclickcounter_log_waiting_events 1\n");
  }
}
