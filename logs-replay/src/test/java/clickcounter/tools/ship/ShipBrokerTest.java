package clickcounter.tools.ship;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.TestBroker;
import clickcounter.service.Transport;
import clickcounter.tools.RealBackends;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shipping to a real broker that is stopped and started. */
class ShipBrokerTest {
  private static final int BATCH_LINES = 50;

  @TempDir private Path directory;
  private final List<String> said = new CopyOnWriteArrayList<>();

  private static List<String> lines(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(
            i ->
                EventWriter.toLine(
                    new AdEvent("hostA-1", i, EventKind.CLICK, "m1", 1_799_999_000_000L, 1_000)))
        .toList();
  }

  @Test
  void eachLineIsSentAlthoughTheBrokerIsAwayTwice() throws Exception {
    Path logs = Files.createDirectories(directory.resolve("logs"));
    Path file = Files.write(logs.resolve("a.log"), lines(0, 1_000));
    try (TestBroker broker = TestBroker.start(directory.resolve("broker"))) {
      broker.stop();
      Transport queue = new RealBackends().openQueueLater(BrokerSettings.at(broker.tcpUrl()));
      try (Shipper shipper =
          new Shipper(
              List.of(logs),
              BATCH_LINES,
              queue,
              new Positions(
                  directory.resolve("position"), "queue", false, System::nanoTime, said::add),
              Clock.systemUTC(),
              System::nanoTime,
              said::add,
              lag -> {})) {
        CompletableFuture<Void> pass = passWhileAway(shipper);
        broker.start();
        pass.get();

        broker.stop();
        Files.write(file, lines(1_000, 2_000), StandardOpenOption.APPEND);
        pass = passWhileAway(shipper);
        broker.start();
        pass.get();
        assertThat(shipper.lag().sentLines()).isEqualTo(2_000);
        assertThat(shipper.lag().unsentBytes()).isZero();
        shipper.save();
        assertThat(shipper.isSaved()).isTrue();
      }
      queue.close();
      assertThat(said).hasSize(4);
      assertThat(arrived(broker)).containsExactlyInAnyOrderElementsOf(lines(0, 2_000));
    }
  }

  private CompletableFuture<Void> passWhileAway(Shipper shipper) {
    int before = said.size();
    CompletableFuture<Void> pass =
        CompletableFuture.runAsync(
            () -> {
              try {
                shipper.drain();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    await().until(() -> said.size() > before);
    assertThat(said.get(before)).contains("the broker is away");
    return pass;
  }

  /** The lines in the queue, each once. */
  private static List<String> arrived(TestBroker broker) throws Exception {
    List<String> lines = new ArrayList<>();
    for (TextMessage message : broker.take("clicks", (int) broker.size("clicks"))) {
      lines.addAll(Arrays.asList(message.getText().split("\n")));
    }
    return lines.stream().distinct().toList();
  }
}
