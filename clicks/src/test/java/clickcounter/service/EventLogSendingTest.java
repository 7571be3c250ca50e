package clickcounter.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.event.Event;
import clickcounter.testing.Lines;
import clickcounter.testing.Seeded;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A service sends everything that the transport accepts in time, and reports the rest by number.
 */
@Timeout(60)
class EventLogSendingTest {
  private static final long HOUR_MS = 3_600_000;

  private final FakeDisk disk = new FakeDisk();
  private final FakeTransport transport = new FakeTransport();
  private final Reports reports = new Reports();

  /** Sends full batches only and never waits, so that a test decides when something happens. */
  private final EventLogSettings settings =
      EventLogSettings.of(Path.of("archive"), "hostA")
          .withBatchLines(10)
          .withLingerMs(HOUR_MS)
          .withBufferLines(20)
          .withFullBufferWaitMs(0)
          .withSendAttempts(3)
          .withFirstRetryWaitMs(0);

  @Test
  void linesAreSentInOrderInBatches() throws IOException {
    EventLog log = open(settings.withBufferLines(1_000).withFullBufferWaitMs(0));
    log(log, 35);
    log.close();
    assertThat(transport.lines()).isEqualTo(archived());
    assertThat(transport.messages()).hasSize(4).allMatch(message -> message.size() <= 10);
    assertThat(log.counts()).isEqualTo(new EventLogCounts(36, 36, 0, 0, 0));
  }

  @Test
  void aLineThatLingersIsSentWithoutAnother() throws Exception {
    transport.hanging();
    EventLog log = open(settings.withBatchLines(10).withLingerMs(1));
    log.impression("m1");
    transport.awaitHanging();
    transport.letGo();
    log.close();
    assertThat(transport.messages().get(0)).hasSize(1);
  }

  @Test
  void aWholeBatchIsSentWithoutLingering() throws Exception {
    transport.hanging();
    EventLog log = open(settings);
    log(log, 10);
    transport.awaitHanging();
    transport.letGo();
    log.close();
    assertThat(transport.messages().get(0)).hasSize(10);
  }

  @Test
  void aFailedBatchIsSentAgain() throws IOException {
    transport.failing(2);
    EventLog log = open(settings);
    log(log, 9);
    log.close();
    assertThat(transport.lines()).isEqualTo(archived());
    assertThat(transport.attempts()).isEqualTo(3);
    assertThat(reports.leftOut()).isEmpty();
    assertThat(reports.sendFailures())
        .hasSize(2)
        .first()
        .asString()
        .startsWith("attempt 1 of 3 to send 10 lines of " + log.counterId());
  }

  @Test
  void whatTheTransportDoesNotTakeIsLeftOutAndReported() throws IOException {
    transport.failing(3);
    EventLog log = open(settings);
    log(log, 14);
    log.close();
    assertThat(transport.lines()).isEqualTo(archived().subList(10, 15));
    assertThat(log.counts()).isEqualTo(new EventLogCounts(15, 5, 10, 0, 0));
    LeftOut left = reports.leftOut().get(0);
    assertThat(reports.leftOut()).hasSize(1);
    assertThat(left.counterId()).isEqualTo(log.counterId());
    assertThat(List.of(left.firstSequence(), left.lastSequence(), left.events()))
        .containsExactly(0L, 9L, 10L);
    assertThat(left.reason()).contains("3 attempts (sendAttempts)").contains("no broker");
  }

  @Test
  void aLostAnswerRepeatsEventsButLosesNone() throws IOException {
    transport.failing(1).losingAnswers();
    EventLog log = open(settings);
    log(log, 3);
    log.close();
    assertThat(transport.messages()).hasSize(2);
    assertThat(transport.messages().get(1)).isEqualTo(archived());
  }

  @Test
  void aTransportsErrorDoesNotEndTheSending() throws IOException {
    boolean[] failed = new boolean[1];
    Transport broken =
        new Transport() {
          @Override
          public void send(List<String> lines) throws IOException {
            if (!failed[0]) {
              failed[0] = true;
              throw new NoClassDefFoundError("broken");
            }
            transport.send(lines);
          }

          @Override
          public void close() {}
        };
    EventLog log = EventLog.open(settings, broken, clock(), new Random(1), reports, disk);
    log(log, 3);
    log.close();
    assertThat(transport.lines()).isEqualTo(archived());
  }

  @Test
  void aListenersFaultDoesNotEndTheSending() throws IOException {
    EventLogListener faulty =
        new EventLogListener() {
          @Override
          public void leftOut(LeftOut leftOut) {
            throw new IllegalStateException("a test's faulty listener: expected in this log");
          }

          @Override
          public void sendFailed(String message, Throwable cause) {
            throw new IllegalStateException("a test's faulty listener: expected in this log");
          }

          @Override
          public void archiveTrouble(String message, Throwable cause) {}
        };
    transport.failing(3);
    EventLog log = EventLog.open(settings, transport, clock(), new Random(1), faulty, disk);
    log(log, 14);
    log.close();
    assertThat(log.counts()).isEqualTo(new EventLogCounts(15, 5, 10, 0, 0));
  }

  @Test
  void aHangingTransportDoesNotStopTheServiceAndWhatFindsNoRoomIsReported() throws Exception {
    transport.hanging();
    EventLog log = open(settings);
    log(log, 10);
    transport.awaitHanging();
    log(log, 500);
    // 10 are being sent, 20 are in the buffer.
    assertThat(log.counts()).isEqualTo(new EventLogCounts(510, 0, 480, 30, 0));
    transport.letGo();
    log.close();
    // The close event may come before or after there is room again.
    EventLogCounts counts = log.counts();
    assertThat(counts.sent() + counts.leftOut()).isEqualTo(511);
    assertThat(counts.sent()).isBetween(30L, 31L);
    assertThat(archived()).hasSize(511);
    assertThat(reports.leftOut().get(0).firstSequence()).isEqualTo(30);
    assertThat(reports.leftOut()).allMatch(left -> left.reason().contains("bufferLines"));
    assertThat(reports.leftOut().stream().mapToLong(LeftOut::events).sum())
        .isEqualTo(counts.leftOut());
  }

  @Test
  void aCallWaitsForRoomAndFindsIt() throws Exception {
    transport.hanging();
    EventLog log = open(settings.withBufferLines(20).withFullBufferWaitMs(HOUR_MS));
    log(log, 10);
    transport.awaitHanging();
    log(log, 20);
    Thread service = new Thread(() -> logUnchecked(log, 200));
    service.start();
    transport.letGo();
    service.join();
    log.close();
    assertThat(log.counts()).isEqualTo(new EventLogCounts(231, 231, 0, 0, 0));
    assertThat(transport.lines()).isEqualTo(archived());
  }

  @Test
  void afterOneWaitInVainCallsDoNotWait() throws Exception {
    transport.hanging();
    long waitMs = 200;
    EventLog log = open(settings.withBufferLines(20).withFullBufferWaitMs(waitMs));
    log(log, 10);
    transport.awaitHanging();
    log(log, 20);
    long startNs = System.nanoTime();
    log(log, 200);
    Duration took = Duration.ofNanos(System.nanoTime() - startNs);
    assertThat(took).isBetween(Duration.ofMillis(waitMs), Duration.ofMillis(50 * waitMs));
    transport.letGo();
    log.close();
  }

  @Test
  void anInterruptedServiceDoesNotWaitForRoom() throws Exception {
    transport.hanging();
    EventLog log = open(settings.withBufferLines(20).withFullBufferWaitMs(HOUR_MS));
    log(log, 10);
    transport.awaitHanging();
    log(log, 20);
    Thread.currentThread().interrupt();
    assertThat(log.impression("m1").sequence()).isEqualTo(30);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(log.counts()).isEqualTo(new EventLogCounts(31, 0, 1, 30, 0));
    transport.letGo();
    log.close();
  }

  @Test
  void closeEndsAHangingSendByClosingTheTransport() throws Exception {
    transport.hanging();
    EventLog log =
        open(settings.withBufferLines(1_000).withFullBufferWaitMs(0).withCloseWaitMs(20));
    log(log, 25);
    transport.awaitHanging();
    log.close();
    assertThat(log.counts()).isEqualTo(new EventLogCounts(26, 0, 26, 0, 0));
    assertThat(reports.leftOut().stream().mapToLong(LeftOut::events).sum()).isEqualTo(26);
    assertThat(reports.leftOut()).allMatch(left -> left.reason().contains("closeWaitMs"));
    assertThat(archived()).hasSize(26);
  }

  @Test
  void closeDoesNotWaitForATransportThatNeverLetsGo() throws Exception {
    transport.hanging().deaf();
    EventLog log =
        open(settings.withBufferLines(1_000).withFullBufferWaitMs(0).withCloseWaitMs(20));
    log(log, 25);
    transport.awaitHanging();
    log.close();
    assertThat(log.counts()).isEqualTo(new EventLogCounts(26, 0, 26, 0, 0));
    assertThat(reports.leftOut().stream().mapToLong(LeftOut::events).sum()).isEqualTo(26);
    assertThat(reports.leftOut().get(0).reason()).contains("neither accepted nor refused");
    transport.letGo();
  }

  @Test
  void whoeverSettlesALineWhenAnInterruptedThreadClosesItIsSettledOnce() {
    Seeded.runs(
        300,
        random -> {
          FakeTransport queue = new FakeTransport();
          EventLogSettings small = settings.withBatchLines(1 + random.nextInt(3)).withLingerMs(0);
          EventLogCounts counts = logAndCloseInterrupted(small, queue, random.nextInt(20));
          assertThat(counts.waiting()).isZero();
          assertThat(counts.sent() + counts.leftOut()).isEqualTo(counts.written());
          assertThat(queue.messages()).noneMatch(List::isEmpty);
        });
  }

  private EventLogCounts logAndCloseInterrupted(
      EventLogSettings with, FakeTransport queue, int events) {
    try {
      EventLog log = EventLog.open(with, queue, clock(), new Random(1), reports, new FakeDisk());
      log(log, events);
      Thread.currentThread().interrupt();
      log.close();
      return log.counts();
    } catch (IOException e) {
      throw new AssertionError(e);
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void closeDoesNotWaitForRetries() throws IOException {
    transport.failing(1_000);
    EventLog log =
        open(settings.withSendAttempts(1_000).withFirstRetryWaitMs(HOUR_MS).withCloseWaitMs(500));
    log(log, 3);
    log.close();
    assertThat(log.counts()).isEqualTo(new EventLogCounts(4, 0, 4, 0, 0));
    assertThat(reports.leftOut())
        .singleElement()
        .satisfies(left -> assertThat(left.reason()).contains("no broker", "closeWaitMs"));
  }

  @Test
  void aTransportThatDoesNotCloseIsTold() throws IOException {
    Transport stuck =
        new Transport() {
          @Override
          public void send(List<String> lines) {}

          @Override
          public void close() throws IOException {
            throw new IOException("the door is stuck");
          }
        };
    EventLog log = EventLog.open(settings, stuck, clock(), new Random(1), reports, disk);
    assertThatThrownBy(log::close)
        .isInstanceOf(IOException.class)
        .hasRootCauseMessage("the door is stuck");
    assertThat(log.counts()).isEqualTo(new EventLogCounts(1, 1, 0, 0, 0));
  }

  @Test
  void aReplayOfTheArchiveHealsWhatWasLeftOut() throws IOException {
    transport.failing(3);
    EventLog log = open(settings);
    log(log, 40);
    log.close();
    List<Event> all = Lines.of(disk.content()).events();
    assertThat(log.counts().leftOut()).isPositive();
    assertThat(all).extracting(Event::sequence).hasSize(41).doesNotHaveDuplicates();
    for (LeftOut left : reports.leftOut()) {
      assertThat(all).anyMatch(event -> event.sequence() == left.firstSequence());
    }
  }

  private static void log(EventLog log, int events) throws IOException {
    for (int i = 0; i < events; i++) {
      log.impression("m" + i);
    }
  }

  private static void logUnchecked(EventLog log, int events) {
    try {
      log(log, events);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private EventLog open(EventLogSettings with) throws IOException {
    return EventLog.open(with, transport, clock(), new Random(1), reports, disk);
  }

  private static SettableClock clock() {
    return new SettableClock("2013-10-30T15:25:43Z");
  }

  private List<String> archived() {
    return disk.content().lines().toList();
  }
}
