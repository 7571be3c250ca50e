package clickcounter.status;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.Clicks;
import clickcounter.cli.CommandRun;
import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.Noun;
import clickcounter.document.AdTotals;
import clickcounter.event.EventKind;
import clickcounter.jms.JmsStateFeed;
import clickcounter.jms.TestBroker;
import clickcounter.states.StateMessage;
import clickcounter.tools.RealBackends;
import clickcounter.tools.common.ResultCommand.Surroundings;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Watching at a real broker. */
class StatesWatchTest {
  private static final long AT_MS = 1_799_999_000_000L;
  private static final String TOPIC = JmsStateFeed.USUAL_TOPIC;

  @TempDir private Path directory;

  private static String text(String adId, long version) {
    AdTotals totals = new AdTotals();
    totals.add(EventKind.BUDGET, 50_000_000, AT_MS);
    totals.add(EventKind.CLICK, 50_120_000, AT_MS);
    return StateMessage.of(adId, version, totals, AT_MS).toJson();
  }

  private static void publish(TestBroker broker, String... texts) throws JMSException {
    broker.with(
        session -> {
          MessageProducer producer = session.createProducer(session.createTopic(TOPIC));
          for (String text : texts) {
            producer.send(session.createTextMessage(text));
          }
        });
  }

  private static Result run(Object... words) {
    return CommandRun.run(
        terminal ->
            Clicks.with(
                Surroundings.at(Clock.systemUTC(), new RealBackends())
                    .in(terminal, Map.of(Noun.STATES, List.of(new StatesWatchCommand())))),
        List.of(words));
  }

  private CompletableFuture<Result> watch(TestBroker broker, Object... words) {
    List<Object> all =
        new ArrayList<>(List.of("states", "watch", "--set", "broker.url=" + broker.tcpUrl()));
    all.addAll(List.of(words));
    return CompletableFuture.supplyAsync(() -> run(all.toArray()));
  }

  @Test
  @Tag("slow")
  void watchPrintsStatesAndRemovesItsQueue() throws Exception {
    try (TestBroker broker = TestBroker.start(directory.resolve("broker"))) {
      CompletableFuture<Result> watch = watch(broker, "--ad", "m1", "--for", "10s");
      await().until(() -> broker.queues().stream().anyMatch(queue -> queue.contains("watch-")));
      publish(broker, text("m1", 4_711), text("m2", 1), text("m1", 4_711));
      Result result = watch.get();

      assertThat(result.status()).as(result.err()).isZero();
      assertThat(result.out().lines())
          .hasSize(2)
          .containsOnly(
              "2027-01-15T07:43:20Z  m1                    exhausted    0%"
                  + "  0.00 of 50.00 left, 0.12 overdelivered  version 4711");
      assertThat(result.err()).contains("waits for states of 1 ad");
      assertThat(broker.queues()).noneMatch(queue -> queue.contains("watch-"));
    }
  }

  @Test
  @Tag("slow")
  void watchSaysAtOnceThatNoBrokerAnswers() {
    Result watch = run("states", "watch", "--set", "broker.url=tcp://127.0.0.1:1");

    assertThat(watch.status()).isEqualTo(3);
    assertThat(watch.err())
        .contains("cannot connect to the broker at tcp://127.0.0.1:1")
        .doesNotContain("its queue");
  }

  @Test
  void watchRefusesATopicThatMakesNoQueue() {
    assertThat(run("states", "watch", "--set", "states.topic=clicks").err())
        .contains("VirtualTopic.");
  }
}
