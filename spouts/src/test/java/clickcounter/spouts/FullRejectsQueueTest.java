package clickcounter.spouts;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.RejectsQueue;
import clickcounter.jms.TestBroker;
import clickcounter.metrics.Metric;
import clickcounter.spouts.FakeSpoutCollector.Emitted;
import clickcounter.wire.Streams;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real broker whose queue of rejects is full: it lets senders to that queue wait. */
@Timeout(120)
@Tag("slow")
class FullRejectsQueueTest {
  private static final String QUEUE = "clicks";
  private static final String REJECTED_QUEUE = "clicks.rejected";
  private static final int LINE_CHARS = 300_000;
  private static final int QUEUE_BYTES = 1_000_000;

  /** More than fit the queue. */
  private static final int BAD_MESSAGES = 10;

  private static final int GOOD_MESSAGES = 200;
  private static final long GIVE_UP_MS = 1_500;
  private static final Rejected BAD =
      new Rejected("x".repeat(LINE_CHARS), RejectReason.TOO_LONG, "a long line");

  @TempDir private Path directory;
  private TestBroker broker;

  @BeforeEach
  void start() throws Exception {
    broker = TestBroker.startWithLimit(directory, REJECTED_QUEUE, QUEUE_BYTES);
  }

  @AfterEach
  void stop() throws Exception {
    broker.close();
  }

  private RejectsQueue queue() {
    return new RejectsQueue(BrokerSettings.at(broker.tcpUrl()), GIVE_UP_MS);
  }

  private static int sendUntilFull(RejectsQueue queue, long nowMs) {
    int sent = 0;
    try {
      while (sent < BAD_MESSAGES) {
        queue.send(List.of(BAD), nowMs, 0);
        sent++;
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContainingAll(GIVE_UP_MS + " ms", "full", REJECTED_QUEUE);
      return sent;
    }
    throw new AssertionError("the queue takes everything");
  }

  /** The machine's clock may begin below zero. */
  @Test
  void aSendThatHangsEndsInTimeByNameAndIsTriedAgainLater() throws Exception {
    long nowMs = -9_000_000_000_000L;
    try (RejectsQueue queue = queue()) {
      queue.connect();
      int sent = sendUntilFull(queue, nowMs);
      assertThatThrownBy(() -> queue.send(List.of(BAD), nowMs + 2 * GIVE_UP_MS - 100, 0))
          .as("at once, without another attempt")
          .hasMessageContainingAll("full", "next attempt in 100 ms");

      assertThat(broker.take(REJECTED_QUEUE, sent)).hasSize(sent);
      queue.send(List.of(BAD), nowMs + 2 * GIVE_UP_MS, 0);
    }
    assertThat(broker.take(REJECTED_QUEUE, 1)).hasSize(1);
  }

  @Test
  void eventsWithoutRejectsGoOnBeingCounted() throws Exception {
    FakeContext context = new FakeContext();
    FakeSpoutCollector emitted = new FakeSpoutCollector();
    BrokerSettings settings = BrokerSettings.at(broker.tcpUrl());
    JmsSpout spout =
        new JmsSpout(settings, FakeContext.SPOUT_SETTINGS, FakeContext.ADS, FakeContext.COUNTERS);
    RejectsBoltTest.Answers answers = new RejectsBoltTest.Answers();
    RejectsBolt rejects = new RejectsBolt(settings, GIVE_UP_MS);
    rejects.prepare(Map.of(), new FakeContext(), new OutputCollector(answers));
    spout.open(Map.of(), context, new SpoutOutputCollector(emitted));
    try {
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < GOOD_MESSAGES; i++) {
        texts.add(good(i));
        if (i < BAD_MESSAGES) {
          texts.add(BAD.line());
        }
      }
      broker.send(QUEUE, texts);

      drive(
          spout,
          emitted,
          rejects,
          answers,
          () ->
              answers.failed > 0
                  && context.count(Metric.MESSAGES) == GOOD_MESSAGES + BAD_MESSAGES
                  && good(broker) == 0);
      assertThat(broker.size(QUEUE)).as("not committed, so not acknowledged").isPositive();
      assertThat(context.count(Metric.ACKNOWLEDGED_MESSAGES)).isGreaterThanOrEqualTo(GOOD_MESSAGES);

      drive(
          spout,
          emitted,
          rejects,
          answers,
          () -> {
            takeRejects();
            return broker.size(QUEUE) == 0;
          });
    } finally {
      spout.close();
      rejects.cleanup();
    }
  }

  private static String good(int sequence) {
    return EventWriter.toLine(new AdEvent("hostA-1", sequence, EventKind.CLICK, "m1", 1_000, 5));
  }

  /** Messages left beyond those that may wait for their reject. */
  private static long good(TestBroker broker) {
    return Math.max(0, broker.size(QUEUE) - BAD_MESSAGES);
  }

  private void takeRejects() throws JMSException {
    if (broker.size(REJECTED_QUEUE) > 0) {
      broker.take(REJECTED_QUEUE, 1);
    }
  }

  /** Storm's part, in one thread: what a bolt holds up holds up all. */
  private static void drive(
      JmsSpout spout,
      FakeSpoutCollector emitted,
      RejectsBolt rejects,
      RejectsBoltTest.Answers answers,
      java.util.concurrent.Callable<Boolean> done) {
    await()
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .until(
            () -> {
              spout.nextTuple();
              while (!emitted.emitted.isEmpty()) {
                answer(spout, emitted.emitted.remove(), rejects, answers);
              }
              return done.call();
            });
  }

  private static void answer(
      JmsSpout spout, Emitted tuple, RejectsBolt rejects, RejectsBoltTest.Answers answers) {
    int failed = answers.failed;
    if (tuple.stream().equals(Streams.REJECTED)) {
      rejects.execute(RejectsBoltTest.tuple(BAD));
    }
    if (answers.failed > failed) {
      spout.fail(tuple.messageId());
    } else {
      spout.ack(tuple.messageId());
    }
  }
}
