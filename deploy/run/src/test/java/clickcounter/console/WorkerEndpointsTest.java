package clickcounter.console;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.scrape.WorkerAddress;
import clickcounter.scrape.WorkerClient;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Who is asked for numbers, from what Nimbus says. */
class WorkerEndpointsTest {
  @Test
  void theWorkersOfNimbusAreAskedAtTheirOwnPorts() {
    WorkerEndpoints endpoints =
        new WorkerEndpoints(
            () ->
                WorkerClient.endpoints(
                    List.of(new WorkerAddress("b", 6_700), new WorkerAddress("a", 6_701)), 1_000));

    await()
        .until(
            endpoints::all,
            List.of(URI.create("http://a:7701/metrics"), URI.create("http://b:7700/metrics"))
                ::equals);
    assertThat(endpoints.trouble()).isNull();
  }

  @Test
  void aSlowNimbusKeepsNobodyWaiting() throws Exception {
    CountDownLatch answer = new CountDownLatch(1);
    WorkerEndpoints endpoints =
        new WorkerEndpoints(
            () -> {
              try {
                answer.await();
              } catch (InterruptedException e) {
                throw new IOException(e);
              }
              return List.of(URI.create("http://a:7700/metrics"));
            });

    assertThat(endpoints.all()).as("at once").isEmpty();
    answer.countDown();

    await().until(() -> endpoints.all().size() == 1);
  }

  @Test
  void aNimbusThatIsAwayIsNamed() {
    WorkerEndpoints endpoints =
        new WorkerEndpoints(
            () -> {
              throw new IOException("no connection.");
            });

    endpoints.all();

    await().until(() -> endpoints.trouble() != null);
    assertThat(endpoints.trouble()).startsWith("no connection.");
  }
}
