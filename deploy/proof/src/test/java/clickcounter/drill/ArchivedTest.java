package clickcounter.drill;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.service.EventLogSettings;
import clickcounter.service.Transport;
import clickcounter.testing.Patience;
import clickcounter.traffic.AdTraffic;
import clickcounter.traffic.InvalidTraffic;
import clickcounter.traffic.LiveServices;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What services have logged is compared with their archives, in every drill. */
class ArchivedTest {
  private static final int EVENTS = 50;

  private static final RandomAds ADS = new RandomAds("m", 20, new Random(1));

  @TempDir private Path data;
  @TempDir private Path verdicts;

  /** Two services that have ended, and logged with this traffic. */
  private LiveServices services(AdTraffic traffic) throws Exception {
    List<EventLogSettings> logs =
        List.of(EventLogSettings.of(data, "hostA"), EventLogSettings.of(data, "hostB"));
    LiveServices services =
        new LiveServices(
            new LiveServices.Plan(
                logs, verdicts, new InvalidTraffic.Delay(1, 2), 1_000, Duration.ofSeconds(1), 1),
            host -> nowhere(),
            traffic);
    await().until(() -> services.logged() >= EVENTS);
    services.stop(Patience.LIMIT_MS);
    return services;
  }

  private static Transport nowhere() {
    return new Transport() {
      @Override
      public void send(List<String> lines) {
        // The archive is looked at, not the queue.
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }

  @Test
  void allThatIsAcceptedIsInTheArchive() throws Exception {
    LiveServices services = services(ADS);

    ArchiveNumbers.of(data).requireAll(services.logged());
  }

  /** The audit cannot see it: what is in no archive is not missing. */
  @Test
  void anEventThatIsAcceptedAndNeitherArchivedNorSentIsABreach() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    LiveServices services =
        services(
            service -> {
              if (calls.incrementAndGet() != EVENTS / 2) {
                ADS.next(service);
              }
            });

    ArchiveNumbers found = ArchiveNumbers.of(data);
    assertThat(found.holes()).isZero();
    assertThatThrownBy(() -> found.requireAll(services.logged()))
        .isInstanceOf(Breach.class)
        .hasMessageContaining("accepted %,d events".formatted(services.logged()));
  }

  @Test
  void aNumberThatIsInNoFileIsAHole() throws Exception {
    Files.writeString(
        data.resolve("a.ndjson"),
        """
        {"eventId":"hostA-20131030_152543:0","type":"impression","adId":"m1","timestamp":1383146743512}
        {"eventId":"hostA-20131030_152543:2","type":"close","timestamp":1383146743512}
        """);

    ArchiveNumbers found = ArchiveNumbers.of(data);
    assertThat(found).isEqualTo(new ArchiveNumbers(1, 1));
    assertThatThrownBy(() -> found.requireAll(1)).isInstanceOf(Breach.class);
  }
}
