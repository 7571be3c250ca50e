package clickcounter.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.service.EventLog;
import clickcounter.service.EventLogSettings;
import clickcounter.service.EventNotWrittenException;
import clickcounter.service.Transport;
import clickcounter.tools.generate.InvalidTraffic;
import clickcounter.tools.generate.VerdictAuthor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What services have logged is compared with their archives, in every drill. */
class ArchivedTest {
  private static final int EVENTS = 50;

  @TempDir private Path data;

  /** A service that has ended, and logged with this traffic. */
  private LoggingService service(AdTraffic traffic) throws Exception {
    LoggingService service =
        new LoggingService(
            EventLogSettings.of(data, "hostA"),
            ArchivedTest::nowhere,
            traffic,
            new Random(1),
            1_000);
    service.make(() -> service.logged() >= EVENTS);
    return service;
  }

  private VerdictAuthor author() throws IOException {
    InvalidTraffic.Delay soon = new InvalidTraffic.Delay(1, 2);
    return new VerdictAuthor(data, soon, nowhere(), Clock.systemUTC(), new Random(2));
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
    LoggingService service = service(new AdTraffic("m", 20, author(), new Random(1)));

    ArchiveNumbers.of(data).requireAll(service.logged());
  }

  /** The audit cannot see it: what is in no archive is not missing. */
  @Test
  void anEventThatIsAcceptedAndNeitherArchivedNorSentIsABreach() throws Exception {
    LoggingService service =
        service(
            new AdTraffic("m", 20, author(), new Random(1)) {
              private int calls;

              @Override
              void logNext(EventLog log) throws EventNotWrittenException {
                if (++calls != EVENTS / 2) {
                  super.logNext(log);
                }
              }
            });

    ArchiveNumbers found = ArchiveNumbers.of(data);
    assertThat(found.holes()).isZero();
    assertThatThrownBy(() -> found.requireAll(service.logged()))
        .isInstanceOf(Breach.class)
        .hasMessageContaining("accepted %,d events".formatted(service.logged()));
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
