package clickcounter.drill;

import clickcounter.service.Transport;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Random;

/**
 * Sends some batches twice and some out of order. It loses none: it sends what it has kept back
 * with later batches, at the latest when it is closed.
 */
final class UnrulyTransport implements Transport {
  private static final double TWICE = 0.03;
  private static final double LATER = 0.10;
  private static final double RELEASE = 0.3;
  private static final long RETRY_MS = 500;

  private final Transport transport;
  private final Random random;
  private final ArrayDeque<List<String>> aside = new ArrayDeque<>();
  private long linesTwice;

  UnrulyTransport(Transport transport, Random random) {
    this.transport = transport;
    this.random = random;
  }

  /** Lines that it has sent twice on purpose, or will. */
  synchronized long linesTwice() {
    return linesTwice;
  }

  @Override
  public synchronized void send(List<String> lines) throws IOException {
    if (random.nextDouble() < LATER) {
      aside.add(lines);
      return;
    }
    transport.send(lines);
    if (random.nextDouble() < TWICE) {
      aside.add(lines);
      linesTwice += lines.size();
    }
    if (!aside.isEmpty() && random.nextDouble() < RELEASE) {
      transport.send(aside.peek());
      aside.remove();
    }
  }

  @Override
  public synchronized void close() throws IOException {
    while (!aside.isEmpty()) {
      sendAside();
    }
    transport.close();
  }

  /** Retries without end: drills restart the broker that they stop. */
  private void sendAside() throws IOException {
    try {
      transport.send(aside.peek());
      aside.remove();
    } catch (IOException e) {
      try {
        wait(RETRY_MS);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw e;
      }
    }
  }
}
