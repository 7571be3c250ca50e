package clickcounter.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a scrape of a worker's endpoint answers. */
@SuppressWarnings("deprecation") // the methods for a TopologyContext need a whole topology
class PrometheusReporterTest {
  private static final Map<String, Object> TOPOLOGY = Map.of(Config.TOPOLOGY_NAME, "ads-live");
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final StormMetricRegistry storm = new StormMetricRegistry();
  private final PrometheusReporter reporter = new PrometheusReporter();

  @AfterEach
  void stop() {
    reporter.close();
  }

  private void start() {
    reporter.prepare(storm, TOPOLOGY, PrometheusReporter.configuration("127.0.0.1", 1_000));
    reporter.start();
  }

  private void count(String component, int task, String name, long count) {
    storm.counter(name, "ads-live-1", component, task, 6_700, "default").inc(count);
  }

  private static HttpResponse<String> request(String method, String path)
      throws IOException, InterruptedException {
    return CLIENT.send(
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + PrometheusReporter.localPort() + path))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static String scrape() throws IOException, InterruptedException {
    HttpResponse<String> answer = request("GET", "/metrics");
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.body();
  }

  @Test
  void aCounterHasItsHelpItsTypeAndTheLabelsOfItsTask() throws Exception {
    count("ads", 4, "counted", 7);
    start();

    assertThat(scrape())
        .contains("# HELP clickcounter_counted_events_total Events that were counted.")
        .contains("# TYPE clickcounter_counted_events_total counter")
        .containsPattern(
            "clickcounter_counted_events_total\\{component=\"ads\",host=\"[^\"]*\",port=\"[^\"]*\","
                + "task=\"4\",topology=\"ads-live\"} 7.0");
  }

  @Test
  void rejectsOfTheSpoutAreOneSumThoseThatWereSentAreByReason() throws Exception {
    count("spout", 1, "rejected.not-json", 2);
    count("spout", 1, "rejected.missing-field", 3);
    count("rejects", 9, "rejected.not-json", 5);
    start();

    assertThat(scrape())
        .containsPattern("clickcounter_rejected_events_total\\{component=\"spout\".*} 5.0")
        .containsPattern("clickcounter_sent_rejects_total\\{.*reason=\"not-json\".*} 5.0");
  }

  @Test
  void millisecondsAreExportedAsSeconds() throws Exception {
    storm.gauge("pending.oldest.ms", () -> 1_500L, "ads-live-1", "spout", 1, 6_700);
    start();

    assertThat(scrape())
        .containsPattern("clickcounter_pending_oldest_seconds\\{component=\"spout\".*} 1.5");
  }

  @Test
  void aMetricThatFailsDoesNotTakeTheOthersWithIt() throws Exception {
    storm.gauge(
        "pending.events",
        () -> {
          throw new IllegalStateException("on purpose");
        },
        "ads-live-1",
        "spout",
        1,
        6_700);
    count("spout", 1, "received", 3);
    start();

    assertThat(scrape())
        .contains("clickcounter_received_events_total{")
        .contains("jvm_memory_used_bytes{")
        .doesNotContain("clickcounter_pending_events{");
  }

  @Test
  void whatIsNotInTheTableIsNotExported() throws Exception {
    count("ads", 4, "puts.by-ad-m123", 7);
    start();

    assertThat(scrape()).doesNotContain("m123");
  }

  @Test
  void onlyReadingTheMetricsIsServed() throws Exception {
    start();

    assertThat(request("POST", "/metrics").statusCode()).isEqualTo(405);
    assertThat(request("GET", "/").statusCode()).isEqualTo(404);
  }

  @Test
  void theEndpointIsClosedWithItsLastReporter() {
    PrometheusReporter other = new PrometheusReporter();
    other.prepare(
        new StormMetricRegistry(), TOPOLOGY, PrometheusReporter.configuration("127.0.0.1", 1_000));
    other.start();
    start();
    other.close();
    assertThat(PrometheusReporter.localPort()).isPositive();

    reporter.close();

    assertThat(PrometheusReporter.localPort()).isZero();
  }

  @Test
  void thePageHasTheTable() throws IOException {
    assertThat(Files.readString(Path.of("OPERATIONS.md")))
        .contains(String.join("\n", ExportedMetric.table()));
  }
}
