package clickcounter.endpoint;

import com.codahale.metrics.MetricRegistry;
import java.io.IOException;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.metrics2.MetricRegistryProvider;
import org.apache.storm.metrics2.reporters.StormReporter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Storm starts this reporter in each worker. It serves the worker's metrics at {@code
 * http://HOST:PORT/metrics}, where the port is the worker's and an offset: 7700 for the worker at
 * 6700. In a local cluster, whose workers have no ports of their own, it is {@link #localPort()}.
 *
 * <p>A topology's list of reporters replaces that of the supervisor's storm.yaml, whose reporters
 * do not see this topology.
 *
 * <p>Counting goes on if the endpoint cannot listen; the log says why, and it is tried again every
 * {@value #RETRY_MS} ms: an old worker may have the port for a while.
 */
public final class PrometheusReporter implements StormReporter {
  private static final Logger LOG = LoggerFactory.getLogger(PrometheusReporter.class);
  private static final String HOST = "host";
  private static final String PORT_OFFSET = "portOffset";
  private static final long RETRY_MS = 5_000;

  /** The endpoint of this JVM; its reporters share it. Guarded by the class. */
  private static MetricsEndpoint endpoint;

  private static int users;

  private TopologyMetrics metrics;
  private String host;
  private int port;
  private Thread retries;
  private boolean started;

  /**
   * An entry of Storm's setting {@code topology.metrics.reporters}.
   *
   * @param host of the address on which to listen
   * @param portOffset from a worker's port to that of its endpoint
   */
  public static Map<String, Object> configuration(String host, int portOffset) {
    return Map.of("class", PrometheusReporter.class.getName(), HOST, host, PORT_OFFSET, portOffset);
  }

  /** The port of the endpoint in this JVM; 0 if there is none. */
  public static int localPort() {
    synchronized (PrometheusReporter.class) {
      return endpoint == null ? 0 : endpoint.port();
    }
  }

  @Override
  public void prepare(
      MetricRegistryProvider provider,
      Map<String, Object> topologyConf,
      Map<String, Object> reporterConf) {
    metrics = new TopologyMetrics(provider, String.valueOf(topologyConf.get(Config.TOPOLOGY_NAME)));
    host = String.valueOf(reporterConf.get(HOST));
    int workerPort = Integer.getInteger("worker.port", 0);
    port = workerPort == 0 ? 0 : workerPort + ((Number) reporterConf.get(PORT_OFFSET)).intValue();
  }

  @Override
  @SuppressWarnings("deprecation") // the interface requires the method
  public void prepare(
      MetricRegistry registry, Map<String, Object> topologyConf, Map<String, Object> reporterConf) {
    throw new UnsupportedOperationException("Storm 2.8 calls the other method");
  }

  @Override
  public void start() {
    if (!tryStart()) {
      retries = new Thread(this::retry, "metrics-retry");
      retries.setDaemon(true);
      retries.start();
    }
  }

  private void retry() {
    try {
      do {
        Thread.sleep(RETRY_MS);
      } while (!tryStart());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // it is stopped
    }
  }

  private boolean tryStart() {
    synchronized (PrometheusReporter.class) {
      try {
        if (endpoint == null) {
          endpoint = MetricsEndpoint.open(host, port);
          LOG.info("metrics at http://{}:{}/metrics", host, endpoint.port());
        }
      } catch (IOException e) {
        LOG.error(
            "no metrics are served at {}:{} (settings metrics.host, metrics.portOffset): {}. Counting goes on;"
                + " next attempt in {} ms",
            host,
            port,
            e.toString(),
            RETRY_MS);
        return false;
      }
      endpoint.add(metrics);
      users++;
      started = true;
      return true;
    }
  }

  @Override
  public void stop() {
    if (retries != null) {
      retries.interrupt();
    }
    synchronized (PrometheusReporter.class) {
      if (started) {
        started = false;
        endpoint.remove(metrics);
        if (--users == 0) {
          endpoint.close();
          endpoint = null;
        }
      }
    }
  }

  @Override
  public void close() {
    stop();
  }
}
