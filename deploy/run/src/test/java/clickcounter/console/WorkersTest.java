package clickcounter.console;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.console.Now.Away;
import clickcounter.scrape.Scrape;
import clickcounter.scrape.WorkerClient;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several workers, of which some do not answer. */
class WorkersTest {
  private final Absences absences =
      new Absences(Clock.fixed(Instant.ofEpochMilli(1_000), ZoneOffset.UTC));
  private final Numbers numbers = new Numbers();
  private final List<HttpServer> servers = new ArrayList<>();
  private final List<URI> endpoints = new ArrayList<>();
  private final WorkerClient workers = new WorkerClient(Duration.ofSeconds(2));

  @BeforeEach
  void start() throws IOException {
    startWorker(102, 100);
    startWorker(22, 20);
  }

  @AfterEach
  void stop() {
    servers.forEach(server -> server.stop(0));
  }

  private void startWorker(int received, int counted) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    byte[] metrics =
        """
        clickcounter_received_events_total{component="spout",task="%1$d"} %3$d
        clickcounter_counted_events_total{component="ads",task="%1$d"} %2$d
        clickcounter_pending_events{component="spout",task="%1$d"} 3
        """
            .formatted(servers.size(), counted, received)
            .getBytes(StandardCharsets.US_ASCII);
    server.createContext(
        "/metrics",
        exchange -> {
          exchange.sendResponseHeaders(200, metrics.length);
          exchange.getResponseBody().write(metrics);
          exchange.close();
        });
    server.start();
    servers.add(server);
    endpoints.add(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/metrics"));
  }

  private WorkerClient.Round round() {
    WorkerClient.Round round = workers.metrics(endpoints);
    absences.away("the workers", round.missing());
    return round;
  }

  private List<String> away() {
    return absences.all().stream().map(Away::what).toList();
  }

  @Test
  void nobodyIsAwayWhileAllAnswer() {
    numbers.add(1_000, round());

    assertThat(away()).isEmpty();
    assertThat(numbers.answering()).isEqualTo(2);
    assertThat(numbers.events().sinceStart().counted()).isEqualTo(120);
  }

  private static WorkerClient.Round puts(int ofAds, int ofCounters, int events) {
    String text =
        """
        clickcounter_puts_total{component="ads",task="1"} %1$d
        clickcounter_puts_total{component="counters",task="2"} %2$d
        clickcounter_put_events_total{component="ads",task="1"} %3$d
        clickcounter_put_events_total{component="counters",task="2"} %3$d
        """
            .formatted(ofAds, ofCounters, events);
    return new WorkerClient.Round(Map.of("w", Scrape.read(text)), Map.of());
  }

  @Test
  void putsASecondTimesTheEventsOfEachAreTheEventsASecond() {
    numbers.add(0, puts(0, 0, 0));
    numbers.add(10_000, puts(80, 60, 1_600));

    assertThat(numbers.puts().perSecond()).isEqualTo(8);
    assertThat(numbers.puts().eventsPerPut()).isEqualTo(20);
  }

  @Test
  void oneOfSeveralThatIsAwayIsNamedAndItsTotalsStay() {
    numbers.add(1_000, round());
    servers.get(1).stop(0);

    numbers.add(2_000, round());

    assertThat(away()).containsExactly("the worker at " + endpoints.get(1).getAuthority());
    assertThat(numbers.answering()).isEqualTo(1);
    assertThat(numbers.events().sinceStart().counted()).isEqualTo(120);
    assertThat(numbers.events().pending()).as("a gauge of now").isEqualTo(3);
  }

  /** One began again at nothing, the other did not: together they say nothing. */
  @Test
  void sumsOfAWorkerThatWasStartedAnewAndOneThatWasNotAreNotShown() throws IOException {
    startWorker(0, 1_527);

    numbers.add(1_000, round());

    assertThat(numbers.events().sinceStart()).isNull();
  }

  @Test
  void sumsWithoutWhatALostWorkerHadCountedAreNotShown() throws IOException {
    startWorker(1_527, 0);

    numbers.add(1_000, round());

    assertThat(numbers.events().sinceStart()).isNull();
  }

  @Test
  void allThatAreAwayAreOneLine() {
    servers.forEach(server -> server.stop(0));

    numbers.add(1_000, round());

    assertThat(away()).containsExactly("the workers");
    assertThat(numbers.answering()).isZero();
  }

  @Test
  void aWorkerThatIsNoLongerNamedIsNotAway() {
    servers.get(1).stop(0);
    round();
    endpoints.remove(1);

    round();

    assertThat(away()).isEmpty();
  }
}
