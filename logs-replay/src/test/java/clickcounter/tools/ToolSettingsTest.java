package clickcounter.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.jms.BrokerSettings;
import clickcounter.riak.BucketKind;
import clickcounter.riak.Credentials;
import clickcounter.riak.Quorums;
import clickcounter.riak.RiakSettings;
import clickcounter.secret.SecretSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tools use the topology's settings file. */
class ToolSettingsTest {
  @TempDir private Path directory;
  private final Tool tool = new Tool();

  private Path file(String... lines) throws IOException {
    return Files.write(directory.resolve("clicks.yaml"), List.of(lines));
  }

  private Path archive() throws IOException {
    return EventFiles.write(directory.resolve("a.ndjson"), List.of());
  }

  private Result replay(Object... more) throws IOException {
    Object[] words = new Object[more.length + 3];
    words[0] = "replay";
    words[1] = "--only-missing";
    words[2] = archive();
    System.arraycopy(more, 0, words, 3, more.length);
    return tool.run(words);
  }

  @Test
  void whatTheFileSaysIsTheDefaultOfTheOptions() throws IOException {
    Path file =
        file(
            "adsTasks: 8",
            "broker.url: tcp://broker1:61616",
            "broker.queue: events",
            "broker.rejectedQueue: events.bad",
            "broker.user: tools",
            "broker.password: env:BROKER_PASSWORD",
            "riak.nodes: riak1:8087, riak2:8087",
            "riak.bucketType: counted",
            "riak.bucketKind: consistent",
            "riak.quorum: all",
            "riak.r: 2",
            "riak.timeoutMs: 20_000",
            "riak.connectTimeoutMs: 500",
            "riak.maxConnections: 9",
            "riak.user: reader",
            "riak.password: file:/run/secrets/riak",
            "riak.trustStore: /etc/ca.pem");

    Result result = replay("--settings", file);

    assertThat(result.status()).as(result.err()).isZero();
    assertThat(tool.riak)
        .isEqualTo(
            RiakSettings.defaults("counted", BucketKind.CONSISTENT)
                .withNodes(List.of("riak1:8087", "riak2:8087"))
                .withQuorums(new Quorums("2", "all", "all", "all", "all"))
                .withTimeoutsMs(20_000, 500)
                .withConnections(1, 9)
                .withCredentials(
                    new Credentials("reader", "file:/run/secrets/riak", "/etc/ca.pem", "")));
    assertThat(tool.broker.url()).isEqualTo("tcp://broker1:61616");
    assertThat(tool.broker.queue()).isEqualTo("events");
    assertThat(tool.broker.rejectedQueue()).isEqualTo("events.bad");
    assertThat(tool.broker.userName()).isEqualTo("tools");
    assertThat(tool.broker.password().place()).isEqualTo("BROKER_PASSWORD");
  }

  @Test
  void anOptionOverridesASettingAndASettingTheFile() throws IOException {
    Path file =
        file("broker.url: tcp://broker1:61616", "riak.nodes: riak1:8087", "riak.bucketType: a");

    replay(
        "--settings",
        file,
        "--set",
        "riak.nodes=riak2:8087",
        "--set",
        "riak.bucketType=b",
        "--broker",
        "tcp://broker3:61616",
        "--bucket-type",
        "c");

    assertThat(tool.riak.nodes()).containsExactly("riak2:8087");
    assertThat(tool.riak.bucketType()).isEqualTo("c");
    assertThat(tool.broker.url()).isEqualTo("tcp://broker3:61616");
  }

  @Test
  void withoutSettingsEverythingIsOnThisMachine() throws IOException {
    replay();
    assertThat(tool.riak).isEqualTo(RiakSettings.defaults("clicks", BucketKind.ORDINARY));
    assertThat(tool.broker).isEqualTo(BrokerSettings.at(BrokerSettings.DEFAULT_URL));
  }

  private static List<Object> optionsOf(RiakSettings riak, BrokerSettings broker) {
    return Stream.concat(RiakOptions.of(riak).stream(), BrokerOptions.of(broker).stream())
        .map(Object.class::cast)
        .toList();
  }

  @Test
  void theOptionsOfSettingsMakeThemAgain() throws IOException {
    RiakSettings riak =
        RiakSettings.defaults("counted", BucketKind.CONSISTENT)
            .withNodes(List.of("riak1:8087", "riak2:8087"))
            .withCredentials(
                new Credentials("reader", "file:/run/secrets/riak", "/etc/ca.p12", "env:CA"));
    BrokerSettings broker =
        BrokerSettings.at("failover:(ssl://b1:61617,ssl://b2:61617)")
            .withQueues("events", "events.bad")
            .withCredentials("tools", SecretSource.parse("--broker-password", "env:BROKER"))
            .withTrustStore(
                "/etc/broker.p12", SecretSource.parse("--broker-trust-store-password", "env:TS"));

    replay(optionsOf(riak, broker).toArray());

    assertThat(tool.riak).isEqualTo(riak);
    assertThat(tool.broker).isEqualTo(broker);
  }

  @Test
  void theQueueOfRejectsIsNamedOnlyIfItsNameIsItsOwn() {
    BrokerSettings broker = BrokerSettings.at(BrokerSettings.DEFAULT_URL);

    assertThat(BrokerOptions.of(broker)).isEmpty();
    assertThat(BrokerOptions.of(broker.withQueues("a", "a.rejected")))
        .containsExactly("--queue", "a");
    assertThat(BrokerOptions.of(broker.withQueues("clicks", "bad")))
        .containsExactly("--set", "broker.rejectedQueue=bad");
    assertThat(RiakOptions.of(RiakSettings.defaults("clicks", BucketKind.ORDINARY))).isEmpty();
  }

  @Test
  void nodesMayBeRepeatedOrSeparatedByCommas() throws IOException {
    replay("--riak", "riak1:8087,riak2:8087", "--riak", "riak3:8087");
    assertThat(tool.riak.nodes()).containsExactly("riak1:8087", "riak2:8087", "riak3:8087");
  }

  @Test
  void theQueueOfRejectsFollowsTheQueueThatIsNamed() throws IOException {
    replay("--queue", "others");
    assertThat(tool.broker.rejectedQueue()).isEqualTo("others.rejected");
  }

  @ParameterizedTest
  @CsvSource({
    "riak.node: a:1, 'setting ''riak.node'' does not exist'",
    "broker.uri: tcp://a:1, 'setting ''broker.uri'' does not exist'",
    "riak.timeoutMs: soon, riak.timeoutMs",
    "riak.timeoutMs: 0, riak.timeoutMs",
    "riak.bucketKind: odd, riak.bucketKind",
    "riak.quorum: most, riak.quorum",
    "riak.nodes: nowhere, riak.nodes",
    "'riak.nodes: [a, b]', riak.nodes",
    "broker.url: nowhere, broker url",
    "broker.password: secret, broker.password",
    "just words, expected a mapping",
    "'a: b: c', cannot be read"
  })
  void aWrongSettingIsWrongUsageAndNamed(String line, String message) throws IOException {
    Result result = replay("--settings", file(line));
    assertThat(result.status()).as(result.err()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains(message).doesNotContain("\tat ");
  }

  @Test
  void aSingleSettingThatIsNotOfTheToolsIsRefused() throws IOException {
    Result result = replay("--set", "adsTasks=8");
    assertThat(result.status()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains("--set adsTasks");
    assertThat(replay("--set", "adsTasks").status()).isEqualTo(ExitCode.USAGE);
    assertThat(replay("--settings", directory.resolve("none.yaml")).status())
        .isEqualTo(ExitCode.USAGE);
  }

  @Test
  void theEnvironmentMayNameTheFile() throws IOException {
    Path file = file("riak.bucketType: counted");
    Map<String, String> environment = Map.of(ToolSettings.VARIABLE, file.toString());
    assertThat(new ToolSettings(environment).text("riak.bucketType", "clicks"))
        .isEqualTo("counted");
    assertThat(new ToolSettings(Map.of()).text("riak.bucketType", "clicks")).isEqualTo("clicks");
    Map<String, String> wrong = Map.of(ToolSettings.VARIABLE, directory + "/none.yaml");
    assertThatThrownBy(() -> new ToolSettings(wrong).text("riak.bucketType", "clicks"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("none.yaml");
  }

  @Test
  void aStoreThatCannotBeBelievedGivesNoVerdict() throws IOException {
    tool.noVerdict = "riak2:8087 is of another cluster";
    for (String words : List.of("audit", "replay --only-missing", "explain hostA-1:0")) {
      Object[] all = (words + " " + archive()).split(" ");
      Result result = tool.run(all);
      assertThat(result.status()).as(words).isEqualTo(ExitCode.FAILED);
      assertThat(result.err()).contains("riak2:8087 is of another cluster").doesNotContain("\tat ");
    }
  }
}
