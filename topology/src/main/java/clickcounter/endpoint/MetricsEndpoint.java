package clickcounter.endpoint;

import com.sun.net.httpserver.HttpExchange;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.HttpURLConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves {@code /metrics} by HTTP, in Prometheus' text format. The workers of a local cluster share
 * one JVM, and so one endpoint.
 */
final class MetricsEndpoint implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MetricsEndpoint.class);
  private static final String METRICS = "/metrics";
  private static final int THREADS = 3;

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
      exchange.sendResponseHeaders(HttpURLConnection.HTTP_INTERNAL_ERROR, -1);
    } finally {
      exchange.close();
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    if (!exchange.getRequestMethod().equals("GET")) {
      exchange.sendResponseHeaders(HttpURLConnection.HTTP_BAD_METHOD, -1);
    } else if (!exchange.getRequestURI().getPath().equals(METRICS)) {
      exchange.sendResponseHeaders(HttpURLConnection.HTTP_NOT_FOUND, -1);
    } else {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      format.write(text, registry.scrape());
      exchange.getResponseHeaders().set("Content-Type", format.getContentType());
      exchange.sendResponseHeaders(HttpURLConnection.HTTP_OK, text.size());
      text.writeTo(exchange.getResponseBody());
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
