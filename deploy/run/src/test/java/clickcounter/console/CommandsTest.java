package clickcounter.console;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.console.Commands.Said;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.settings.Settings;
import clickcounter.status.Reach;
import clickcounter.status.Verdict.Limits;
import clickcounter.store.MemoryStore;
import clickcounter.tools.Counting;
import clickcounter.topology.TopologySettingsTable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Searches that a page starts. */
class CommandsTest {
  private static final Settings SETTINGS =
      TopologySettingsTable.defaults().with("broker.url", "tcp://127.0.0.1:1");

  private static final String EVENT = "hostA-20131030_152543:15";

  private final MemoryStore store = new MemoryStore(answer -> {});
  private final CountDownLatch asked = new CountDownLatch(1);

  /** A class whose initialisation is interrupted stays unusable: all is loaded before. */
  @BeforeEach
  void load() {
    assertThat(commands(Duration.ofMinutes(1)).explain("no event id").httpStatus()).isEqualTo(400);
  }

  private Commands commands(Duration searchWithin) {
    return new Commands(store, sources(SETTINGS), Clock.systemUTC(), searchWithin);
  }

  private static Console.Sources sources(Settings settings) {
    return new Console.Sources(
        List::of, settings, new Reach(List.of(), false), List.of(), new Limits(0, 0));
  }

  /** It has its settings from the console, which has said where those are from. */
  @Test
  void errorOfACommandDoesNotSayThatNoSettingsFileWasFound() {
    Said output = commands(Duration.ofMinutes(1)).explain("no event id");

    assertThat(output.httpStatus()).isEqualTo(400);
    assertThat(output.trouble()).isNotBlank().doesNotContain("settings file");
  }

  @Test
  void aSearchThatTakesLongIsEndedAndTheShellIsNamed() {
    Said output = commands(Duration.ofMillis(100)).explain(EVENT);

    assertThat(output.httpStatus()).isEqualTo(503);
    assertThat(output.trouble()).contains("the search was ended");
    assertThat(output.command()).endsWith("events explain -- " + EVENT);
  }

  @Test
  void asLongAsASearchIsUnderWayThereIsNoOther() throws Exception {
    store.beforeFetch = key -> asked.countDown();
    Commands commands = commands(Duration.ofSeconds(30));
    CompletableFuture<Said> first = new CompletableFuture<>();
    Thread page = new Thread(() -> first.complete(commands.explain(EVENT)));
    page.start();
    assertThat(asked.await(10, TimeUnit.SECONDS))
        .as("whether the search has begun; the page has %s", first.getNow(null))
        .isTrue();

    Said second = commands.explain(EVENT);

    assertThat(second.httpStatus()).isEqualTo(503);
    assertThat(second.trouble()).contains("another search of the archives is under way");
    assertThat(first).isNotDone();
    page.interrupt();
    assertThat(first.get(10, TimeUnit.SECONDS).trouble()).contains("the console ends");
  }

  @Test
  void theHoursOfAnAdAreThoseOfItsDocumentAndEndAtItsNewestEvent() {
    Counting counting = new Counting();
    counting.receive(
        List.of(
            EventWriter.toLine(
                new AdEvent("hostA-1", 0, EventKind.IMPRESSION, "m1", Counting.NOW_MS, 0))));
    Commands commands =
        new Commands(
            counting.store,
            sources(SETTINGS.with("ops.table", "no table")),
            Clock.fixed(
                Instant.ofEpochMilli(Counting.NOW_MS).plus(Duration.ofDays(9)), ZoneOffset.UTC),
            Duration.ofMinutes(1));

    Said hours = commands.series("m1", Map.of("by", "hour", "at", "" + Counting.NOW_MS));

    assertThat(hours.exit()).as(hours.trouble()).isEqualTo(1);
    assertThat(hours.answer().get("rows")).hasSize(36);
    assertThat(hours.answer().get("rows").get(35).get("impressions").asLong()).isOne();
    assertThat(hours.answer().get("rows").get(34).get("impressions").asLong()).isZero();
  }

  @Test
  void whatIsNoPeriodOrNoDayIsRefused() {
    assertThat(commands(Duration.ofMinutes(1)).series("m1", Map.of("by", "second")).httpStatus())
        .isEqualTo(400);
    assertThat(commands(Duration.ofMinutes(1)).day("tomorrow").httpStatus()).isEqualTo(400);
  }
}
