package clickcounter.metrics;

import clickcounter.storm.HotAdsOfWorker;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves {@code /metrics} by HTTP, in Prometheus' text format, and {@code /hot.json}, the busiest
 * ads, from a thread of its own. The workers of a local cluster share one JVM, and so one endpoint.
 */
final class MetricsEndpoint implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MetricsEndpoint.class);
  private static final String METRICS = "/metrics";
  private static final String HOT_ADS = "/hot.json";
  private static final String REQUEST_TIME = "sun.net.httpserver.maxReqTime";
  private static final int THREADS = 3;
  private static final int NOT_FOUND = 404;
  private static final int FORBIDDEN = 403;
  private static final int FAILED = 500;
  private static final int METHOD_NOT_ALLOWED = 405;
  private static final int OK = 200;

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final PrometheusTextFormatWriter format =
      PrometheusTextFormatWriter.builder().setIncludeCreatedTimestamps(false).build();
  private final HttpServer server;
  private final ExecutorService thread;

  private MetricsEndpoint(HttpServer server, ExecutorService thread) {
    this.server = server;
    this.thread = thread;
  }

  /**
   * Listens at this address.
   *
   * @param port 0 for any that is free
   */
  static MetricsEndpoint open(String host, int port) throws IOException {
    // Small answers would wait for 40 ms; the JDK looks at this once, at its first server.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    // One that says nothing more must not keep a thread. In seconds, for the whole JVM.
    if (System.getProperty(REQUEST_TIME) == null) {
      System.setProperty(REQUEST_TIME, "10");
    }
    HttpServer server = HttpServer.create(new InetSocketAddress(host, port), 0);
    ExecutorService thread =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread made = new Thread(task, "metrics");
              made.setDaemon(true);
              return made;
            });
    MetricsEndpoint endpoint = new MetricsEndpoint(server, thread);
    JvmMetrics.builder().register(endpoint.registry);
    server.setExecutor(thread);
    server.createContext("/", endpoint::serve);
    server.start();
    return endpoint;
  }

  void add(TopologyMetrics metrics) {
    registry.register(metrics);
  }

  void remove(TopologyMetrics metrics) {
    registry.unregister(metrics);
  }

  int port() {
    return server.getAddress().getPort();
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
      case HOT_ADS -> {
        if (isNamedByAddress(exchange)) {
          send(exchange, "application/json", HotAdsJson.write(HotAdsOfWorker.all()));
        } else {
          exchange.sendResponseHeaders(FORBIDDEN, -1);
        }
      }
      default -> exchange.sendResponseHeaders(NOT_FOUND, -1);
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

  @Override
  public void close() {
    server.stop(0);
    thread.shutdownNow();
  }
}
