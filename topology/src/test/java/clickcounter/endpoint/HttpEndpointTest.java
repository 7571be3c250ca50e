package clickcounter.endpoint;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.testing.Patience;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HttpEndpointTest {
  private static final int THREADS = 2;
  private static final int WAITING = 64;
  private static final int MORE = 5;
  private static final String REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private static boolean isCutOff(Socket client) {
    try {
      client.setSoTimeout(1);
      return client.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void requestsAboveTheBoundAreCutOffAndTheOthersWait() throws Exception {
    CountDownLatch busy = new CountDownLatch(1);
    List<Socket> clients = new ArrayList<>();
    try (HttpEndpoint endpoint = HttpEndpoint.bind("127.0.0.1", 0, "test", THREADS)) {
      endpoint.start(
          exchange -> {
            try {
              busy.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            exchange.close();
          });
      for (int i = 0; i < THREADS + WAITING + MORE; i++) {
        Socket client = new Socket("127.0.0.1", endpoint.port());
        clients.add(client);
        client.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
      }

      await().until(() -> clients.stream().filter(HttpEndpointTest::isCutOff).count() == MORE);
    } finally {
      busy.countDown();
      for (Socket client : clients) {
        client.close();
      }
    }
  }

  @Test
  void itsThreadsDoNotKeepTheJvmAlive() throws Exception {
    CompletableFuture<Boolean> isDaemon = new CompletableFuture<>();
    try (HttpEndpoint endpoint = HttpEndpoint.bind("127.0.0.1", 0, "test", 1);
        Socket client = new Socket("127.0.0.1", endpoint.port())) {
      endpoint.start(
          exchange -> {
            isDaemon.complete(Thread.currentThread().isDaemon());
            exchange.close();
          });
      client.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));

      assertThat(isDaemon.get(Patience.LIMIT_S, TimeUnit.SECONDS)).isTrue();
    }
  }
}
