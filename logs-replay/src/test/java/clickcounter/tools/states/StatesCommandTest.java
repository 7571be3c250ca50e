package clickcounter.tools.states;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.document.AdTotals;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.jms.JmsStateFeed;
import clickcounter.jms.TestBroker;
import clickcounter.states.StateMessage;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Tool;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Watching at a real broker, and exporting. */
class StatesCommandTest {
  private static final long AT_MS = 1_799_999_000_000L;
  private static final String TOPIC = JmsStateFeed.USUAL_TOPIC;

  @TempDir private Path directory;
  private final Tool tool = new Tool();

  private static String line(long sequence, EventKind kind, String ad, long amount) {
    return EventWriter.toLine(new AdEvent("hostA-1", sequence, kind, ad, AT_MS + sequence, amount));
  }

  /** One ad is active, one exhausted, and one has no event that was counted. */
  private Path archive() throws IOException {
    List<String> lines =
        List.of(
            line(0, EventKind.BUDGET, "active", 1_000),
            line(1, EventKind.CLICK, "active", 600),
            line(2, EventKind.BUDGET, "spent", 1_000),
            line(3, EventKind.CLICK, "spent", 1_200),
            line(4, EventKind.CLICK, "lost", 1));
    tool.counting.receive(lines.subList(0, 4));
    return EventFiles.write(directory.resolve("archive/a.ndjson"), lines);
  }

  private static List<JsonNode> json(Result result) throws IOException {
    List<JsonNode> nodes = new ArrayList<>();
    for (String line : result.out().lines().sorted().toList()) {
      nodes.add(new ObjectMapper().readTree(line));
    }
    return nodes;
  }

  private static List<String> fields(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  @Test
  void exportPrintsALineForEachAdOfTheArchives() throws IOException {
    Result export = tool.run("states", "export", archive());

    assertThat(export.status()).as(export.err()).isEqualTo(1);
    assertThat(export.err()).contains("no document of 1 ad");
    List<JsonNode> ads = json(export);
    assertThat(ads)
        .extracting(ad -> ad.get("adId").asText())
        .containsExactly("active", "lost", "spent");
    assertThat(ads)
        .extracting(ad -> ad.get("state").asText())
        .containsExactly("active", "unfunded", "exhausted");
    assertThat(ads.get(0).get("leftPercent").asInt()).isEqualTo(50);
    assertThat(ads.get(0).get("version").asLong()).as("of the base").isZero();
    assertThat(ads.get(0).get("writeNumber").asLong()).isEqualTo(1);
    assertThat(ads.get(2).get("spentMicros").asLong()).isEqualTo(1_000);
    assertThat(ads.get(2).get("overdeliveredMicros").asLong()).isEqualTo(200);
    assertThat(ads.get(2).get("asOf").asLong()).isEqualTo(tool.now.toEpochMilli());
  }

  @Test
  void aLineHasTheFieldsOfAMessage() throws IOException {
    archive();
    AdTotals totals = new AdTotals();
    totals.add(EventKind.BUDGET, 1, AT_MS);
    JsonNode message =
        new ObjectMapper().readTree(StateMessage.of("active", 1, totals, AT_MS).toJson());

    Result export = tool.run("states", "export", "--ad", "active");

    assertThat(export.status()).as(export.err()).isZero();
    assertThat(fields(json(export).get(0))).containsAll(fields(message));
  }

  @Test
  void exportTakesTheAdsOfAFileAndOfOptionsOnce() throws IOException {
    archive();
    Path ids = Files.writeString(directory.resolve("ads.txt"), "spent\n\n active \n");

    Result export = tool.run("states", "export", "--ads-from", ids, "--ad", "active");

    assertThat(export.status()).as(export.err()).isZero();
    assertThat(export.out().lines()).hasSize(2);
  }

  @Test
  void whatExportCannotReadIsNamed() throws IOException {
    archive();
    tool.counting.putSiblings(
        DocumentKey.ad("spent"), new StoredValue("application/json", new byte[] {'x'}));

    Result export = tool.run("states", "export", "--ad", "spent", "--ad", "active");

    assertThat(export.status()).isEqualTo(3);
    assertThat(export.err()).contains("ad spent: ", "lacks 1 ad");
    assertThat(export.out().lines()).hasSize(1);
    assertThat(tool.run("states", "export").err()).contains("expected --ad ID, --ads-from FILE");
    assertThat(tool.run("states", "export", "--ads-from", directory.resolve("none")).status())
        .isEqualTo(3);
    assertThat(tool.run("states").status()).isEqualTo(64);
  }

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

  private CompletableFuture<Result> watch(TestBroker broker, Object... words) {
    List<Object> all =
        new ArrayList<>(List.of("states", "watch", "--set", "broker.url=" + broker.tcpUrl()));
    all.addAll(List.of(words));
    return CompletableFuture.supplyAsync(() -> tool.run(all.toArray()));
  }

  @Test
  @Tag("slow")
  void watchPrintsStatesAndRemovesItsQueue() throws Exception {
    try (TestBroker broker = TestBroker.start(directory.resolve("broker"))) {
      CompletableFuture<Result> watch = watch(broker, "--ad", "m1", "--most", 2);
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
  void watchUnderANameLeavesWhatItDoesNotPrint() throws Exception {
    try (TestBroker broker = TestBroker.start(directory.resolve("broker"))) {
      String queue = JmsStateFeed.queue(TOPIC, "desk");
      CompletableFuture<Result> watch = watch(broker, "--name", "desk", "--most", 1, "--json");
      await().until(() -> broker.queues().contains(queue));
      publish(broker, text("m1", 1), text("m2", 2));

      assertThat(watch.get().out()).isEqualTo(text("m1", 1) + System.lineSeparator());
      assertThat(broker.size(queue)).isEqualTo(1);
      Result rest = watch(broker, "--name", "desk", "--most", 2, "--for", "300ms").get();
      assertThat(rest.status()).as("only one was left").isEqualTo(1);
      assertThat(rest.err()).doesNotContain("not connected");
      assertThat(broker.queues()).contains(queue);
    }
  }

  @Test
  @Tag("slow")
  void watchSaysAtOnceThatNoBrokerAnswers() {
    Result watch = tool.run("states", "watch", "--set", "broker.url=tcp://127.0.0.1:1");

    assertThat(watch.status()).isEqualTo(3);
    assertThat(watch.err())
        .contains("cannot connect to the broker at tcp://127.0.0.1:1")
        .doesNotContain("its queue");
  }

  @Test
  void watchRefusesNamesThatMakeNoQueue() {
    assertThat(tool.run("states", "watch", "--name", "a.b").status()).isEqualTo(64);
    assertThat(tool.run("states", "watch", "--set", "states.topic=clicks").err())
        .contains("VirtualTopic.");
    assertThat(tool.run("states", "watch", "--most", 0).status()).isEqualTo(64);
  }
}
