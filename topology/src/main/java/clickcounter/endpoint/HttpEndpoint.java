package clickcounter.endpoint;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The JDK's HTTP server with a few threads of its own, which do not keep the JVM alive. Small
 * answers are sent at once, and a client that sends half a request loses its connection after ten
 * seconds; both hold for all such servers of the JVM. When {@value #WAITING} requests wait for a
 * thread, more are not answered.
 */
public final class HttpEndpoint implements AutoCloseable {
  private static final String REQUEST_TIME = "sun.net.httpserver.maxReqTime";
  private static final int WAITING = 64;

  private final HttpServer server;
  private final ExecutorService pool;

  private HttpEndpoint(HttpServer server, ExecutorService pool) {
    this.server = server;
    this.pool = pool;
  }

  /**
   * Takes the address. No request is answered before {@link #start}.
   *
   * @param port 0 for any that is free
   */
  public static HttpEndpoint bind(String host, int port, String threadName, int threads)
      throws IOException {
    // The JDK looks at both once, at its first server.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    if (System.getProperty(REQUEST_TIME) == null) {
      System.setProperty(REQUEST_TIME, "10");
    }
    HttpServer server = HttpServer.create(new InetSocketAddress(host, port), 0);
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(WAITING),
            task -> {
              Thread thread = new Thread(task, threadName);
              thread.setDaemon(true);
              return thread;
            });
    server.setExecutor(pool);
    return new HttpEndpoint(server, pool);
  }

  /**
   * Answers requests from now on.
   *
   * @param handler of all paths
   */
  public void start(HttpHandler handler) {
    server.createContext("/", handler);
    server.start();
  }

  public int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    pool.shutdownNow();
  }
}
