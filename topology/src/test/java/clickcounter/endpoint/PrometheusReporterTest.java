package clickcounter.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.metrics.Metric;
import clickcounter.storm.BucketHistogram.Buckets;
import com.codahale.metrics.Gauge;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

  private void gauge(Metric metric, Gauge<?> gauge) {
    storm.gauge(metric.exportedName(), gauge, "ads-live-1", "spout", 1, 6_700);
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
    count("ads", 4, Metric.COUNTED_EVENTS.exportedName(), 7);
    start();

    assertThat(scrape())
        .contains("# HELP clickcounter_counted_events_total Events that were counted.")
        .contains("# TYPE clickcounter_counted_events_total counter")
        .containsPattern(
            "clickcounter_counted_events_total\\{component=\"ads\",host=\"[^\"]*\",port=\"[^\"]*\","
                + "task=\"4\",topology=\"ads-live\"} 7.0");
  }

  @Test
  void aMetricWithALabelHasASeriesForEachValue() throws Exception {
    count("rejects", 9, Metric.SENT_REJECTS.exportedName("not-json"), 5);
    count("rejects", 9, Metric.SENT_REJECTS.exportedName("too-long"), 2);
    start();

    assertThat(scrape())
        .containsPattern("clickcounter_sent_rejects_total\\{.*reason=\"not-json\".*} 5.0")
        .containsPattern("clickcounter_sent_rejects_total\\{.*reason=\"too-long\".*} 2.0");
  }

  @Test
  void aHistogramHasItsBucketsInSeconds() throws Exception {
    Buckets buckets = new Buckets(new double[] {0.5, 1}, new long[] {3, 2, 1}, 4.5);
    gauge(Metric.PUT_ANSWER_SECONDS, () -> buckets);
    start();

    assertThat(scrape())
        .contains("# TYPE clickcounter_put_answer_seconds histogram")
        .containsPattern("clickcounter_put_answer_seconds_bucket\\{.*le=\"0.5\"} 3")
        .containsPattern("clickcounter_put_answer_seconds_bucket\\{.*le=\"1.0\"} 5")
        .containsPattern("clickcounter_put_answer_seconds_bucket\\{.*le=\"\\+Inf\"} 6")
        .containsPattern("clickcounter_put_answer_seconds_sum\\{.*} 4.5");
  }

  @Test
  void aMetricThatFailsDoesNotTakeTheOthersWithIt() throws Exception {
    gauge(
        Metric.PENDING_EVENTS,
        () -> {
          throw new IllegalStateException("on purpose");
        });
    count("spout", 1, Metric.RECEIVED_EVENTS.exportedName(), 3);
    start();

    assertThat(scrape())
        .contains("clickcounter_received_events_total{")
        .contains("jvm_memory_used_bytes{")
        .doesNotContain("clickcounter_pending_events{");
  }

  @Test
  void whatIsNotInTheTableIsNotExported() throws Exception {
    count("ads", 4, "clickcounter_puts_total.m123", 7);
    count("ads", 4, "clickcounter_puts_of_m123_total", 7);
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

  /** The page leaves away with what all names begin. */
  private static void requireOnThePage(Collection<String> names) throws IOException {
    String page = Files.readString(Path.of("REFERENCE.md"));
    assertThat(names)
        .hasSizeGreaterThan(15)
        .map(name -> name.replaceFirst("^clickcounter_", ""))
        .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
  }

  @Test
  void thePageHasEachMetric() throws IOException {
    requireOnThePage(Stream.of(Metric.values()).map(Metric::exportedName).toList());
  }

  @Test
  void whatRulesAndDashboardNameIsOnThePage() throws IOException {
    Set<String> named = new TreeSet<>();
    try (Stream<Path> files = Files.list(Path.of("..", "deploy", "monitoring"))) {
      for (Path file : files.toList()) {
        Pattern.compile("clickcounter_\\w+")
            .matcher(Files.readString(file))
            .results()
            .map(found -> found.group().replaceFirst("_(bucket|sum|count)$", ""))
            .forEach(named::add);
      }
    }

    requireOnThePage(named);
  }
}
