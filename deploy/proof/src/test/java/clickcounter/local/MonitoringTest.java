package clickcounter.local;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.devcluster.Ports;
import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
import clickcounter.endpoint.PrometheusReporter;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.metrics.Metric;
import clickcounter.metrics.Metric.Component;
import clickcounter.settings.Settings;
import clickcounter.topology.TopologySettingsTable;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/**
 * The metrics of a running topology, as a real Prometheus scrapes and judges them with the files of
 * {@code deploy/monitoring}. Minutes of the rules are seconds here.
 *
 * <p>Without Debian's package {@code prometheus} only the scrape itself is tested; {@code .ci/run}
 * demands it.
 */
@Tag("slow")
@Tag("long")
class MonitoringTest {
  private static final Path FILES = Path.of("..", "monitoring");
  private static final JsonMapper JSON = new JsonMapper();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final int QUIET_S = 15;
  private static final String COUNTER = "hostA-20260601_000000-aaaaaa";
  private static final Pattern COMPARISON = Pattern.compile("^(.*) > [\\d.]+$", Pattern.DOTALL);

  @TempDir private static Path directory;
  private static DevNode node;
  private static RunningStack stack;
  private static Process prometheus;
  private static int prometheusPort;

  @BeforeAll
  static void start() throws Exception {
    startNode(Ports.oneFree());
    Settings settings = TopologySettingsTable.defaults().with("deferralMs", 300);
    stack =
        RunningStack.start(
            directory.resolve("stack"), settings, List.of("127.0.0.1:" + node.port()), null);
    if (InstalledPrograms.are("prometheus", "promtool")) {
      startPrometheus();
    }
  }

  private static void startNode(int port) throws IOException {
    node = DevNode.start(DevNodeConfig.in(directory.resolve("riak")).withPort(port));
  }

  @AfterAll
  static void stop() throws Exception {
    if (prometheus != null) {
      prometheus.destroyForcibly().waitFor();
    }
    if (stack != null) {
      stack.close();
    }
    if (node != null) {
      node.close();
    }
  }

  private static void requirePrometheus() {
    InstalledPrograms.require("CLICKS_PROMETHEUS_REQUIRED", "prometheus", "promtool");
  }

  private static void startPrometheus() throws IOException {
    for (String file : List.of("clickcounter-rules.yml", "clickcounter-alerts.yml")) {
      String faster = Files.readString(FILES.resolve(file)).replaceAll("\\b(\\d+)m\\b", "$1s");
      faster = faster.replaceAll("\\[([1-4])s]", "[5s]");
      Files.writeString(directory.resolve(file), faster);
    }
    Files.writeString(
        directory.resolve("prometheus.yml"),
        Files.readString(FILES.resolve("prometheus.yml"))
            .replace("15s", "1s")
            .replaceAll(
                "(?s)- targets:.*",
                "- targets: [\"127.0.0.1:" + PrometheusReporter.localPort() + "\"]\n"));
    Path output = directory.resolve("prometheus.out");
    prometheus =
        new ProcessBuilder(
                "prometheus",
                "--config.file=" + directory.resolve("prometheus.yml"),
                "--storage.tsdb.path=" + directory.resolve("tsdb"),
                "--web.listen-address=127.0.0.1:0")
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    prometheusPort = listeningPort(output);
  }

  /** Prometheus has chosen it, and says so. */
  private static int listeningPort(Path output) {
    Pattern listening = Pattern.compile("Listening on\" address=127\\.0\\.0\\.1:(\\d+)");
    return await()
        .until(
            () -> {
              Matcher found = listening.matcher(Files.readString(output));
              return found.find() ? Integer.parseInt(found.group(1)) : 0;
            },
            port -> port > 0);
  }

  private static String get(String url) {
    try {
      return CLIENT
          .send(
              HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static String scrape() {
    return get("http://127.0.0.1:" + PrometheusReporter.localPort() + "/metrics");
  }

  /** The answer to a query; an error of the query fails the test. */
  private static JsonNode query(String expression) throws IOException {
    JsonNode answer =
        JSON.readTree(
            get(
                "http://127.0.0.1:"
                    + prometheusPort
                    + "/api/v1/query?query="
                    + URLEncoder.encode(expression, StandardCharsets.UTF_8)));
    assertThat(answer.path("status").asText()).as(expression + ": " + answer).isEqualTo("success");
    return answer.path("data").path("result");
  }

  private static TreeSet<String> firing() throws IOException {
    TreeSet<String> names = new TreeSet<>();
    query("ALERTS{alertstate=\"firing\"}")
        .forEach(alert -> names.add(alert.path("metric").path("alertname").asText()));
    return names;
  }

  private static void send(long from, long to) throws IOException {
    stack.sendWithoutWaiting(
        List.of(
            LongStream.range(from, to)
                .mapToObj(
                    i ->
                        EventWriter.toLine(
                            new AdEvent(
                                COUNTER, i, EventKind.CLICK, "m" + i % 7, 1_780_000_000_000L, 5)))
                .toList()));
  }

  private static double sum(String scrape, String metric) {
    Matcher samples = Pattern.compile("(?m)^" + metric + "(?:\\{[^}]*})? (\\S+)$").matcher(scrape);
    double sum = 0;
    while (samples.find()) {
      sum += Double.parseDouble(samples.group(1));
    }
    return sum;
  }

  /** An alert that fires for a moment is found; one that a stall of the machine caused passes. */
  @Test
  void aQuietTopologyAlertsNobody() throws Exception {
    requirePrometheus();
    long startNs = System.nanoTime();
    send(400, 500);
    await()
        .untilAsserted(
            () -> {
              assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNs))
                  .isGreaterThan(QUIET_S);
              assertThat(inQuietTime("clickcounter:counted_events:rate1m", ">= 8")).isNotEmpty();
              assertThat(
                      inQuietTime(
                          "ALERTS{alertstate=\"firing\",alertname!=\"ClicksNoMetrics\"}", ""))
                  .isEmpty();
            });
  }

  private static JsonNode inQuietTime(String series, String comparison) throws IOException {
    return query("count_over_time(%s[%ds]) %s".formatted(series, QUIET_S, comparison));
  }

  @Test
  void everyMetricOfTheTableIsExportedAndTheEquationsHold() throws Exception {
    stack.awaitSettled();
    String before = scrape();
    send(0, 300);
    send(0, 100);
    stack.send("no event");

    String scrape = scrape();

    for (Metric metric : Metric.values()) {
      String type = metric.type().name().toLowerCase(Locale.ROOT);
      assertThat(scrape).contains("# TYPE " + metric.exportedName() + " " + type);
      for (Component component : Component.values()) {
        Pattern series =
            Pattern.compile(
                "(?m)^%s(_bucket)?\\{[^}]*component=\"%s\""
                    .formatted(metric.exportedName(), component.id()));
        assertThat(series.matcher(scrape).find())
            .as("%s has %s", component, metric)
            .isEqualTo(metric.isOf(component));
      }
    }
    assertThat(scrape).containsPattern("clickcounter_deferral_bound_seconds\\{.*} 0\\.3");
    assertThat(received(scrape) - received(before)).isEqualTo(401);
    assertThat(decided(scrape) - decided(before)).isEqualTo(401);
    assertThat(sum(scrape, "clickcounter_durable_after_seconds_count")).isPositive();
    await()
        .until(
            () -> {
              String now = scrape();
              return sum(now, "clickcounter_puts_total") > 0
                  && sum(now, "clickcounter_puts_total")
                      == sum(now, "clickcounter_ended_puts_total")
                  && sum(now, "clickcounter_ended_puts_total")
                      == sum(now, "clickcounter_put_answer_seconds_count");
            });
  }

  private static double received(String scrape) {
    return sum(scrape, "clickcounter_received_events_total");
  }

  private static double decided(String scrape) {
    return sum(scrape, "clickcounter_counted_events_total")
        + sum(scrape, "clickcounter_duplicate_events_total")
        + sum(scrape, "clickcounter_rejected_events_total");
  }

  @Test
  void promtoolFindsNothingWrong() throws Exception {
    requirePrometheus();
    Files.writeString(directory.resolve("scrape.txt"), scrape());
    requireFine(directory.resolve("scrape.txt"), "check", "metrics");
    requireFine(null, "check", "config", FILES.resolve("prometheus.yml").toString());
    requireFine(null, "test", "rules", FILES.resolve("clickcounter-rules-test.yml").toString());
    requireFine(null, "test", "rules", FILES.resolve("clickcounter-days-test.yml").toString());
  }

  private static void requireFine(Path input, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(arguments));
    Path output = directory.resolve("promtool.out");
    ProcessBuilder promtool =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    if (input != null) {
      promtool.redirectInput(input.toFile());
    }
    assertThat(promtool.start().waitFor()).as(Files.readString(output)).isZero();
  }

  @Test
  void everyExpressionOfRulesAndDashboardGivesASeries() throws Exception {
    requirePrometheus();
    send(300, 400);
    for (String expression : expressions()) {
      await().untilAsserted(() -> assertThat(query(expression)).as(expression).isNotEmpty());
    }
  }

  /** Of alerts what they compare: the comparison gives nothing while all is well. */
  private static List<String> expressions() throws IOException {
    List<String> all = new ArrayList<>();
    for (String file : List.of("clickcounter-rules.yml", "clickcounter-alerts.yml")) {
      Map<String, List<Map<String, List<Map<String, Object>>>>> yaml =
          new Yaml().load(Files.readString(directory.resolve(file)));
      for (Map<String, Object> rule : yaml.get("groups").get(0).get("rules")) {
        String expression = rule.get("expr").toString();
        Matcher comparison = COMPARISON.matcher(expression);
        if (!expression.startsWith("absent(")) {
          all.add(comparison.matches() ? comparison.group(1) : expression);
        }
      }
    }
    JsonNode dashboard = JSON.readTree(FILES.resolve("clickcounter-dashboard.json").toFile());
    StreamSupport.stream(dashboard.path("panels").spliterator(), false)
        .flatMap(panel -> StreamSupport.stream(panel.path("targets").spliterator(), false))
        .map(target -> target.path("expr").asText())
        .map(e -> e.replace("$topology", ".*").replaceAll("\\[\\dm]", "[5s]"))
        .forEach(all::add);
    assertThat(all).hasSizeGreaterThan(40);
    return all;
  }

  @Test
  void aStoreThatIsAwayIsToldWithinSeconds() throws Exception {
    requirePrometheus();
    int port = node.port();
    node.close();
    try {
      send(600, 700);
      await().untilAsserted(() -> assertThat(firing()).contains("ClicksStoreFails"));
    } finally {
      startNode(port);
      stack.awaitSettled();
    }
  }
}
