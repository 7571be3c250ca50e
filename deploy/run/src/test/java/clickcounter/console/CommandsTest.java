package clickcounter.console;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.console.Commands.CommandOutput;
import clickcounter.jms.BrokerSettings;
import clickcounter.status.Reach;
import clickcounter.store.MemoryStore;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Searches that a page starts. */
class CommandsTest {
  private static final String EVENT = "hostA-20131030_152543:15";

  private final MemoryStore store = new MemoryStore(answer -> {});
  private final CountDownLatch asked = new CountDownLatch(1);

  /** A class whose initialisation is interrupted stays unusable: all is loaded before. */
  @BeforeEach
  void load() {
    assertThat(commands(Duration.ofMinutes(1)).explain("no event id").httpStatus()).isEqualTo(400);
  }

  private Commands commands(Duration searchWithin) {
    return new Commands(
        store,
        BrokerSettings.at("tcp://127.0.0.1:1"),
        List.of(),
        new Reach(List.of(), false),
        Clock.systemUTC(),
        searchWithin);
  }

  /** It has its settings from the console, which has said where those are from. */
  @Test
  void errorOfACommandDoesNotSayThatNoSettingsFileWasFound() {
    CommandOutput output = commands(Duration.ofMinutes(1)).explain("no event id");

    assertThat(output.isFailed()).isTrue();
    assertThat(output.err()).isNotBlank().doesNotContain("settings file");
  }

  @Test
  void aSearchThatTakesLongIsEndedAndTheShellIsNamed() {
    CommandOutput output = commands(Duration.ofMillis(100)).explain(EVENT);

    assertThat(output.httpStatus()).isEqualTo(503);
    assertThat(output.html()).contains("the search was ended", "events explain -- " + EVENT);
  }

  @Test
  void asLongAsASearchIsUnderWayThereIsNoOther() throws Exception {
    store.beforeFetch = key -> asked.countDown();
    Commands commands = commands(Duration.ofSeconds(30));
    CompletableFuture<CommandOutput> first = new CompletableFuture<>();
    Thread page = new Thread(() -> first.complete(commands.explain(EVENT)));
    page.start();
    assertThat(asked.await(10, TimeUnit.SECONDS))
        .as("whether the search has begun; the page has %s", first.getNow(null))
        .isTrue();

    CommandOutput second = commands.explain(EVENT);

    assertThat(second.httpStatus()).isEqualTo(503);
    assertThat(second.html()).contains("another search of the archives is under way");
    assertThat(first).isNotDone();
    page.interrupt();
    assertThat(first.get(10, TimeUnit.SECONDS).html()).contains("the console ends");
  }
}
