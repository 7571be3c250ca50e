package clickcounter.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two workers, of which one may be silent. */
class WorkersTest {
  private final List<HttpServer> servers = new ArrayList<>();
  private final long[] counted = {10, 100};
  private final boolean[] silent = new boolean[2];
  private final Workers workers = new Workers(() -> List.of(worker(0), worker(1)));
  private final Window window = new Window();
  private long nowMs;

  WorkersTest() throws IOException {
    for (int i = 0; i < 2; i++) {
      int number = i;
      HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
      server.createContext(
          "/metrics",
          exchange -> {
            byte[] body =
                "clickcounter_counted_events_total{port=\"%d\",task=\"1\"} %d\n"
                    .formatted(number, counted[number])
                    .getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(silent[number] ? 500 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
          });
      server.start();
      servers.add(server);
    }
    workers.find();
  }

  @AfterEach
  void stop() {
    servers.forEach(server -> server.stop(0));
  }

  private URI worker(int number) {
    return URI.create(
        "http://127.0.0.1:" + servers.get(number).getAddress().getPort() + "/metrics");
  }

  private Workers.Round scrape() {
    Workers.Round round = workers.scrape();
    window.add(nowMs += 1_000, round.all());
    return round;
  }

  private double growth() {
    return window.growth("counted_events_total", series -> true);
  }

  @Test
  void whatAWorkerCountsWhileItIsSilentIsGrowth() {
    scrape();
    silent[1] = true;
    counted[0] += 1;
    counted[1] += 5;

    Workers.Round without = scrape();
    assertThat(without.silent()).containsExactly(worker(1));
    assertThat(without.answering()).isEqualTo(1);
    assertThat(without.all().sum("counted_events_total")).isEqualTo(111);
    assertThat(growth()).isEqualTo(1);

    silent[1] = false;
    assertThat(scrape().silent()).isEmpty();
    assertThat(growth()).isEqualTo(6);
  }

  @Test
  void aWorkerThatStartsAnewCountsFromZero() {
    scrape();
    counted[1] = 3;
    scrape();
    assertThat(growth()).isEqualTo(3);
  }

  @Test
  void eachSilentWorkerIsNamedAndAllTogetherOnce() {
    Absences absences = new Absences(Clock.systemUTC());
    silent[0] = true;
    absences.workers(scrape(), workers.named());
    assertThat(absences.list())
        .extracting(Now.Away::what)
        .containsExactly("worker " + worker(0).getAuthority());

    silent[1] = true;
    absences.workers(scrape(), workers.named());
    assertThat(absences.list()).extracting(Now.Away::what).containsExactly("the workers");

    silent[0] = false;
    silent[1] = false;
    absences.workers(scrape(), workers.named());
    assertThat(absences.list()).isEmpty();
  }
}
