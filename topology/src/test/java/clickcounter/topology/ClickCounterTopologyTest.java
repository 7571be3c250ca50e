package clickcounter.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventBatch;
import clickcounter.event.EventKind;
import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.LongRanges;
import clickcounter.settings.Settings;
import clickcounter.wire.Marks;
import clickcounter.wire.MarksBatch;
import clickcounter.wire.RejectedBatch;
import clickcounter.wire.Streams;
import com.esotericsoftware.kryo.KryoException;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.storm.Config;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.Grouping;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.serialization.KryoValuesDeserializer;
import org.apache.storm.serialization.KryoValuesSerializer;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The topology as Storm gets it. */
class ClickCounterTopologyTest {
  private static final String HOST = "hostA-20131030_152543";
  private static final String OPERATOR = "ops-20131031_090000";
  private static final long NOON_MS = 1_383_134_400_000L;

  private static final TopologySettings SETTINGS =
      TopologySettings.of(TopologySettingsTable.defaults());

  /** As a worker has it: Storm's defaults, and what the topology says. */
  private static Map<String, Object> workerConfig() {
    Map<String, Object> config = new HashMap<>(Utils.readDefaultConfig());
    config.putAll(ClickCounterTopology.stormConfig(SETTINGS));
    return config;
  }

  @Test
  void boltsMayEmitFromThreadsOfTheirOwn() {
    Config config = ClickCounterTopology.stormConfig(SETTINGS);

    assertThat(config)
        .containsEntry(Config.TOPOLOGY_PRODUCER_BATCH_SIZE, 1)
        .containsEntry(Config.TOPOLOGY_TRANSFER_BATCH_SIZE, 1);
  }

  @Test
  void timeoutAndWorkersAreThoseOfTheSettings() {
    Settings settings =
        TopologySettingsTable.defaults().with("messageTimeoutS", 90).with("workers", 3);
    Config config = ClickCounterTopology.stormConfig(TopologySettings.of(settings));

    assertThat(config)
        .containsEntry(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 90)
        .containsEntry(Config.TOPOLOGY_WORKERS, 3)
        .containsEntry(Config.TOPOLOGY_ACKER_EXECUTORS, 3);
  }

  /**
   * In Storm's order: the cluster's options of a worker, the topology's, those of the collector.
   */
  @Test
  void workerStartsWhereTheClusterNamesAnotherCollector() throws Exception {
    Config config = ClickCounterTopology.stormConfig(SETTINGS);
    String line =
        "%s -XX:+UseG1GC %s %s -Xms9m -Xmx9m -XX:-AlwaysPreTouch -version"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                config.get(Config.TOPOLOGY_WORKER_CHILDOPTS),
                config.get(Config.TOPOLOGY_WORKER_GC_CHILDOPTS));

    assertThat(new ProcessBuilder(line.split(" ")).start().waitFor()).isZero();
  }

  static Stream<Object> payloads() {
    LongRanges ids = LongRanges.parse("15+5,3,2");
    return Stream.of(
        EventBatch.of(
            List.of(
                new AdEvent(HOST, 15, EventKind.CLICK, "m123456", NOON_MS, 120_000),
                new AdEvent(HOST, 16, EventKind.IMPRESSION, "靴-1", NOON_MS + 5, 0),
                new AdEvent(OPERATOR, 2, EventKind.BUDGET, "m123456", NOON_MS - 9, -5_000_000))),
        EventBatch.of(List.of()),
        new MarksBatch(List.of(new Marks(HOST, ids, NOON_MS), new Marks(OPERATOR, ids, 0))),
        new Close(HOST, 17, NOON_MS),
        new WriteOffRequest(OPERATOR, 0, NOON_MS, false, HOST, 4, 6, "disk lost"),
        new WriteOffRequest(OPERATOR, 1, NOON_MS, true, HOST, 4, 6, "disk found"),
        new RejectedBatch(
            List.of(new Rejected("{\"no\": \u0000 json", RejectReason.NOT_JSON, "line 1"))));
  }

  @ParameterizedTest
  @MethodSource("payloads")
  void payloadComesOutOfStormsKryoAsItWentIn(Object payload) throws IOException {
    byte[] bytes = new KryoValuesSerializer(workerConfig()).serialize(List.of(HOST, payload));
    List<Object> values = new KryoValuesDeserializer(workerConfig()).deserialize(bytes);

    assertThat(values).isEqualTo(List.of(HOST, payload));
  }

  @ParameterizedTest
  @MethodSource("payloads")
  void damagedPayloadIsRefused(Object payload) throws IOException {
    byte[] bytes = new KryoValuesSerializer(workerConfig()).serialize(List.of(payload));
    bytes[bytes.length - 1] ^= (byte) 0x80;

    KryoValuesDeserializer deserializer = new KryoValuesDeserializer(workerConfig());
    try {
      assertThat(deserializer.deserialize(bytes)).isNotEqualTo(List.of(payload));
    } catch (IllegalArgumentException | KryoException e) {
      assertThat(e).hasMessageContaining("expected");
    }
  }

  @Test
  void classWithoutASerializerIsRefused() {
    record Stranger(int number) implements Serializable {}
    KryoValuesSerializer serializer = new KryoValuesSerializer(workerConfig());

    assertThatThrownBy(() -> serializer.serialize(List.of(new Stranger(1))))
        .hasMessageContaining("Stranger");
  }

  @Test
  void noStreamRunsBackwards() {
    List<String> line =
        List.of(
            ClickCounterTopology.SPOUT,
            ClickCounterTopology.ADS,
            ClickCounterTopology.COUNTERS,
            ClickCounterTopology.REJECTS);
    StormTopology topology = ClickCounterTopology.build(SETTINGS);

    assertThat(topology.get_bolts().keySet())
        .containsExactlyInAnyOrderElementsOf(line.subList(1, 4));
    topology
        .get_bolts()
        .forEach(
            (name, bolt) ->
                bolt.get_common().get_inputs().keySet().stream()
                    .map(GlobalStreamId::get_componentId)
                    .forEach(
                        from ->
                            assertThat(line.indexOf(from))
                                .as(from + " -> " + name)
                                .isBetween(0, line.indexOf(name) - 1)));
  }

  @Test
  void theSenderChoosesTheTaskOfEventsAndMarks() {
    StormTopology topology = ClickCounterTopology.build(SETTINGS);

    for (String bolt : List.of(ClickCounterTopology.ADS, ClickCounterTopology.COUNTERS)) {
      assertThat(topology.get_bolts().get(bolt).get_common().get_inputs().values())
          .isNotEmpty()
          .allMatch(Grouping::is_set_direct);
    }
  }

  @Test
  void everyRejectedStreamIsRead() {
    StormTopology topology = ClickCounterTopology.build(SETTINGS);

    assertThat(
            topology
                .get_bolts()
                .get(ClickCounterTopology.REJECTS)
                .get_common()
                .get_inputs()
                .keySet())
        .extracting(GlobalStreamId::get_componentId, GlobalStreamId::get_streamId)
        .containsExactlyInAnyOrder(
            tuple(ClickCounterTopology.SPOUT, Streams.REJECTED),
            tuple(ClickCounterTopology.ADS, Streams.REJECTED),
            tuple(ClickCounterTopology.COUNTERS, Streams.REJECTED));
  }

  /** What a worker gets: the hook as Storm sends it. */
  private static List<String> warnings(Settings settings) {
    return ClickCounterTopology.build(TopologySettings.of(settings)).get_worker_hooks().stream()
        .map(hook -> Utils.javaDeserialize(Utils.toByteArray(hook), SecretFilesHook.class))
        .flatMap(hook -> hook.warnings().stream())
        .toList();
  }

  @Test
  void workerWarnsOfASecretThatEveryUserOfItsHostMayRead(@TempDir Path host) throws IOException {
    Path open = Files.writeString(host.resolve("open"), "s3cret");
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
    Path closed = Files.writeString(host.resolve("closed"), "s3cret");
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rw-------"));

    assertThat(
            warnings(
                TopologySettingsTable.defaults()
                    .with("broker.user", "clicks")
                    .with("broker.password", "file:" + open)
                    .with("riak.user", "clicks")
                    .with("riak.password", "file:" + closed)
                    .with("riak.trustStore", "/etc/riak/ca.pem")))
        .singleElement()
        .asString()
        .contains("broker.password", open.toString(), "chmod 600")
        .doesNotContain("s3cret");
    assertThat(warnings(TopologySettingsTable.defaults())).isEmpty();
  }
}
