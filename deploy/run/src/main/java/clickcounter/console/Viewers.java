package clickcounter.console;

import clickcounter.cli.DaemonThreads;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The viewers: open streams of server-sent events. All get the same text, which is made once, from
 * a thread of their own. A viewer that does not read loses its stream, and the others miss what
 * came meanwhile; browsers connect again by themselves.
 */
final class Viewers implements AutoCloseable {
  private static final int MOST = 16;
  private static final String RETRY = "retry: 2000\n\n";

  /** A page that refreshes itself asks more often. */
  private static final long LOOKS_FOR_NANOS = 15_000_000_000L;

  private static final long STALLED_NANOS = 5_000_000_000L;

  private final Set<HttpExchange> open = ConcurrentHashMap.newKeySet();
  private volatile long askedAtNanos = System.nanoTime() - LOOKS_FOR_NANOS;
  private final AtomicBoolean writing = new AtomicBoolean();

  /** What comes after the end is for nobody. */
  private final ExecutorService sender =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          DaemonThreads.named("console-send"),
          new ThreadPoolExecutor.DiscardPolicy());

  private volatile HttpExchange writingTo;
  private volatile long writingSinceNanos;
  private volatile byte[] last = new byte[0];

  /** Returns whether there was room. */
  boolean add(HttpExchange exchange) throws IOException {
    if (open.size() >= MOST) {
      return false;
    }
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.sendResponseHeaders(200, 0);
    exchange.getResponseBody().write(RETRY.getBytes(StandardCharsets.UTF_8));
    write(exchange, last);
    open.add(exchange);
    return true;
  }

  /** A page without a stream was asked for. */
  void asked() {
    askedAtNanos = System.nanoTime();
  }

  /** Whether a page is open, or was a moment ago. */
  boolean any() {
    return !open.isEmpty() || System.nanoTime() - askedAtNanos < LOOKS_FOR_NANOS;
  }

  /** Sends this to all, as one event. */
  void send(String json) {
    byte[] event = ("data: " + json + "\n\n").getBytes(StandardCharsets.UTF_8);
    last = event;
    if (writing.compareAndSet(false, true)) {
      sender.execute(() -> writeToAll(event));
    } else {
      closeIfStalled();
    }
  }

  private void writeToAll(byte[] event) {
    try {
      for (HttpExchange viewer : open) {
        writingSinceNanos = System.nanoTime();
        writingTo = viewer;
        try {
          write(viewer, event);
        } catch (IOException | RuntimeException e) {
          open.remove(viewer);
          viewer.close();
        }
      }
    } finally {
      writingTo = null;
      writing.set(false);
    }
  }

  /** Ends the write that waits for a viewer who does not read. */
  private void closeIfStalled() {
    HttpExchange stalled = writingTo;
    if (stalled != null && System.nanoTime() - writingSinceNanos > STALLED_NANOS) {
      open.remove(stalled);
      stalled.close();
    }
  }

  private static void write(HttpExchange viewer, byte[] event) throws IOException {
    OutputStream body = viewer.getResponseBody();
    body.write(event);
    body.flush();
  }

  @Override
  public void close() {
    open.forEach(HttpExchange::close);
    open.clear();
    sender.shutdownNow();
  }
}
