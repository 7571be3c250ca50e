package clickcounter.endpoint;

import clickcounter.storm.HotAdsOfWorker;
import com.sun.net.httpserver.HttpExchange;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import javax.management.JMException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves {@code /metrics} by HTTP, in Prometheus' text format, {@code /hot.json}, the busiest ads,
 * and {@code /threads}, what each thread of the JVM does. The workers of a local cluster share one
 * JVM, and so one endpoint.
 */
final class MetricsEndpoint implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MetricsEndpoint.class);
  private static final String METRICS = "/metrics";
  private static final String HOT_ADS = "/hot.json";
  private static final String THREAD_DUMP = "/threads";
  private static final int THREADS = 3;
  private static final int NOT_FOUND = 404;
  private static final int FORBIDDEN = 403;
  private static final int FAILED = 500;
  private static final int METHOD_NOT_ALLOWED = 405;
  private static final int OK = 200;

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final PrometheusTextFormatWriter format =
      PrometheusTextFormatWriter.builder().setIncludeCreatedTimestamps(false).build();
  private final HttpEndpoint server;

  private MetricsEndpoint(HttpEndpoint server) {
    this.server = server;
  }

  /**
   * Listens at this address.
   *
   * @param port 0 for any that is free
   */
  static MetricsEndpoint open(String host, int port) throws IOException {
    MetricsEndpoint endpoint =
        new MetricsEndpoint(HttpEndpoint.bind(host, port, "metrics", THREADS));
    JvmMetrics.builder().register(endpoint.registry);
    endpoint.server.start(endpoint::serve);
    return endpoint;
  }

  void add(TopologyMetrics metrics) {
    registry.register(metrics);
  }

  void remove(TopologyMetrics metrics) {
    registry.unregister(metrics);
  }

  int port() {
    return server.port();
  }

  private void serve(HttpExchange exchange) throws IOException {
    try {
      answer(exchange);
    } catch (RuntimeException e) {
      LOG.error("metrics could not be served", e);
      exchange.sendResponseHeaders(FAILED, -1);
    } finally {
      exchange.close();
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    if (!exchange.getRequestMethod().equals("GET")) {
      exchange.sendResponseHeaders(METHOD_NOT_ALLOWED, -1);
      return;
    }
    switch (exchange.getRequestURI().getPath()) {
      case METRICS -> send(exchange, format.getContentType(), text());
      case HOT_ADS ->
          sendByAddress(exchange, "application/json", HotAdsJson.write(HotAdsOfWorker.all()));
      case THREAD_DUMP -> sendByAddress(exchange, "text/plain; charset=utf-8", threads());
      default -> exchange.sendResponseHeaders(NOT_FOUND, -1);
    }
  }

  private static void sendByAddress(HttpExchange exchange, String type, byte[] text)
      throws IOException {
    if (isNamedByAddress(exchange)) {
      send(exchange, type, text);
    } else {
      exchange.sendResponseHeaders(FORBIDDEN, -1);
    }
  }

  /** A page of another site that has taken over a name (DNS rebinding) asks by that name. */
  private static boolean isNamedByAddress(HttpExchange exchange) {
    String host = exchange.getRequestHeaders().getFirst("Host");
    return host != null && host.matches("(localhost|[\\d.]+|\\[[\\da-fA-F:]+])(:\\d+)?");
  }

  private static void send(HttpExchange exchange, String type, byte[] text) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(OK, text.length);
    try (OutputStream body = exchange.getResponseBody()) {
      body.write(text);
    }
  }

  private byte[] text() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    format.write(text, registry.scrape());
    return text.toByteArray();
  }

  /** As jstack prints it. */
  private static byte[] threads() {
    try {
      Object dump =
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  "threadPrint",
                  new Object[] {new String[] {"-l"}},
                  new String[] {String[].class.getName()});
      return dump.toString().getBytes(StandardCharsets.UTF_8);
    } catch (JMException e) {
      throw new IllegalStateException("this JVM prints no threads: " + e, e);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
