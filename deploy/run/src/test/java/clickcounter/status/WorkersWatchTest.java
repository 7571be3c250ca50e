package clickcounter.status;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.status.SystemStatus.TaskState;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What two looks at workers tell. */
class WorkersWatchTest {
  private final List<HttpServer> servers = new ArrayList<>();
  private final List<URI> workers = new ArrayList<>();

  @AfterEach
  void stop() {
    servers.forEach(server -> server.stop(0));
  }

  /** A worker that gives these answers, one after another. */
  private void worker(String... answers) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    List<String> left = new ArrayList<>(List.of(answers));
    server.createContext(
        "/metrics",
        exchange -> {
          byte[] text = left.remove(0).getBytes(StandardCharsets.US_ASCII);
          exchange.sendResponseHeaders(200, text.length);
          exchange.getResponseBody().write(text);
          exchange.close();
        });
    server.start();
    servers.add(server);
    workers.add(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/metrics"));
  }

  private static String task(int task, String metric, Object value) {
    return "clickcounter_%s{component=\"ads\",task=\"%d\"} %s\n".formatted(metric, task, value);
  }

  /** A second passes each time it is read; the first look is at 999 s. */
  private static Clock clock() {
    return new Clock() {
      private long nowMs = 998_000;

      @Override
      public Instant instant() {
        nowMs += 1_000;
        return Instant.ofEpochMilli(nowMs);
      }

      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }
    };
  }

  private TaskState twoLooks() {
    WorkersWatch watch = new WorkersWatch(workers, clock());
    watch.look();
    watch.look();
    return watch.state();
  }

  @Test
  void ratesAreThoseBetweenTheLooksAndGaugesThoseOfTheLast() throws Exception {
    worker(
        task(2, "puts_total", 100) + task(2, "pending_oldest_seconds", 9.0),
        task(2, "puts_total", 150) + task(2, "pending_oldest_seconds", 2.5));
    worker(
        task(3, "puts_total", 7) + task(3, "blocked_documents_total", 4),
        task(3, "puts_total", 17) + task(3, "blocked_documents_total", 4));

    assertThat(twoLooks()).isEqualTo(new TaskState(2, 2_500, 0, 60, 4, null));
  }

  @Test
  void theAgeOfPutsIsOfThoseBetweenTheLooks() throws Exception {
    worker(buckets(500, 500), buckets(500, 600));

    assertThat(twoLooks().deferralP99Ms()).isEqualTo(1_990);
  }

  private static String buckets(int belowOne, int belowTwo) {
    String line =
        "clickcounter_deferral_age_seconds_bucket{component=\"ads\",task=\"2\",le=\"%s\"} %d\n";
    return line.formatted("1.0", belowOne)
        + line.formatted("2.0", belowTwo)
        + line.formatted("+Inf", belowTwo);
  }

  @Test
  void whenADocumentWasBlockedIsKnownHoweverLongAgoThatWas() throws Exception {
    String answer =
        task(2, "last_blocked_timestamp_seconds", 880.0)
            + task(3, "last_blocked_timestamp_seconds", 0.0);
    worker(answer, answer);

    assertThat(twoLooks().blockedMsAgo()).isEqualTo(1_001_000 - 880_000);
  }

  @Test
  void aWorkerThatIsAwayIsNamedAndTheOthersAreShown() throws Exception {
    worker(task(2, "puts_total", 1), task(2, "puts_total", 1));
    workers.add(URI.create("http://127.0.0.1:1/metrics"));

    WorkersWatch watch = new WorkersWatch(workers, clock());
    watch.look();
    watch.look();

    assertThat(watch.state().reporting()).isEqualTo(1);
    assertThat(watch.missing()).containsOnlyKeys("the worker at 127.0.0.1:1");
  }
}
