package clickcounter.spouts;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.TestBroker;
import clickcounter.metrics.Metric;
import clickcounter.wire.RejectedBatch;
import clickcounter.wire.Streams;
import jakarta.jms.TextMessage;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.GeneralTopologyContext;
import org.apache.storm.task.IOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.TupleImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RejectsBoltTest {
  private static final String REJECTED_QUEUE = "clicks.rejected";
  private static final Rejected NOT_JSON = new Rejected("{zoë", RejectReason.NOT_JSON, "cut off");
  private static final Rejected TOO_LONG =
      new Rejected("x".repeat(5_000_000), RejectReason.TOO_LONG, "a line of 5000000 characters");

  @TempDir Path directory;
  private final FakeContext context = new FakeContext();
  private final Answers answers = new Answers();

  @Test
  void aLineArrivesAsItCameWithItsReason() throws Exception {
    try (TestBroker broker = TestBroker.start(directory)) {
      RejectsBolt bolt = prepared(broker.tcpUrl());
      bolt.execute(tuple(NOT_JSON, TOO_LONG));
      assertThat(answers.acked).isEqualTo(1);
      List<TextMessage> messages = broker.take(REJECTED_QUEUE, 2);
      assertThat(messages.get(0).getText()).isEqualTo("{zoë");
      assertThat(messages.get(0).getStringProperty("reason")).isEqualTo("not-json");
      assertThat(messages.get(0).getStringProperty("detail")).isEqualTo("cut off");
      assertThat(messages.get(0).getLongProperty("rejectedAt")).isPositive();
      assertThat(messages.get(1).getText()).isEqualTo(TOO_LONG.line());
      assertThat(context.count(Metric.SENT_REJECTS, "not-json")).isEqualTo(1);
      assertThat(context.count(Metric.SENT_REJECTS, "too-long")).isEqualTo(1);
      bolt.cleanup();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aTupleFailsWhileTheBrokerIsDownAndIsSentWhenItIsBack(boolean failover) throws Exception {
    try (TestBroker broker = TestBroker.start(directory)) {
      RejectsBolt bolt = prepared(failover ? broker.failoverUrl() : broker.tcpUrl());
      broker.stop();
      bolt.execute(tuple(NOT_JSON));
      assertThat(answers.failed).isEqualTo(1);
      assertThat(context.count(Metric.SENT_REJECTS, "not-json")).isZero();
      broker.start();
      await()
          .pollInSameThread()
          .until(
              () -> {
                bolt.execute(tuple(NOT_JSON));
                return answers.acked == 1;
              });
      assertThat(broker.size(REJECTED_QUEUE)).isEqualTo(1);
      bolt.cleanup();
    }
  }

  @Test
  void withoutABrokerItDoesNotStart() {
    assertThatIllegalStateException()
        .isThrownBy(() -> prepared("tcp://127.0.0.1:1"))
        .withMessageContainingAll("tcp://127.0.0.1:1", REJECTED_QUEUE);
  }

  private RejectsBolt prepared(String url) {
    RejectsBolt bolt = new RejectsBolt(BrokerSettings.at(url), 1_000);
    bolt.prepare(Map.of(), context, new OutputCollector(answers));
    return bolt;
  }

  static Tuple tuple(Rejected... lines) {
    GeneralTopologyContext topology =
        new GeneralTopologyContext(
            new org.apache.storm.generated.StormTopology(Map.of(), Map.of(), Map.of()),
            Map.of(),
            Map.of(1, "spout"),
            Map.of(),
            Map.of("spout", Map.of(Streams.REJECTED, new Fields(Streams.BATCH))),
            "test");
    return new TupleImpl(
        topology, List.of(new RejectedBatch(List.of(lines))), "spout", 1, Streams.REJECTED);
  }

  static final class Answers implements IOutputCollector {
    int acked;
    int failed;

    @Override
    public void ack(Tuple input) {
      acked++;
    }

    @Override
    public void fail(Tuple input) {
      failed++;
    }

    @Override
    public List<Integer> emit(String stream, Collection<Tuple> anchors, List<Object> tuple) {
      throw new AssertionError("emits nothing");
    }

    @Override
    public void emitDirect(int task, String stream, Collection<Tuple> anchors, List<Object> tuple) {
      throw new AssertionError("emits nothing");
    }

    @Override
    public void resetTimeout(Tuple input) {
      throw new AssertionError("not needed");
    }

    @Override
    public void flush() {
      // Nothing is held back.
    }

    @Override
    public void reportError(Throwable error) {
      throw new AssertionError(error);
    }
  }
}
