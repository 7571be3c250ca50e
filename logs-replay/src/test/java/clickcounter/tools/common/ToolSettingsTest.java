package clickcounter.tools.common;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.jms.BrokerSettings;
import clickcounter.riak.Credentials;
import clickcounter.riak.Quorum;
import clickcounter.riak.RiakSettings;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tools use the topology's settings file. */
class ToolSettingsTest {
  @TempDir private Path directory;
  private final Tool tool = new Tool();

  private Path file(String... lines) throws IOException {
    return Files.write(directory.resolve("clicks.yaml"), List.of(lines));
  }

  private Path archive() throws IOException {
    return EventFiles.write(
        directory.resolve("a.ndjson"),
        List.of(
            "{\"eventId\":\"hostA-1:0\",\"type\":\"impression\",\"adId\":\"m\",\"timestamp\":1780000000000}"));
  }

  private Result replay(Object... more) throws IOException {
    Object[] words = new Object[more.length + 4];
    words[0] = "archive";
    words[1] = "replay";
    words[2] = "--only-missing";
    words[3] = archive();
    System.arraycopy(more, 0, words, 4, more.length);
    return tool.run(words);
  }

  @Test
  void brokerAndRiakAreThoseOfTheFile() throws IOException {
    Path file =
        file(
            "adsTasks: 8",
            "broker.url: tcp://broker1:61616",
            "broker.queue: events",
            "broker.user: tools",
            "broker.password: env:BROKER_PASSWORD",
            "riak.nodes: riak1:8087, riak2:8087",
            "riak.bucketType: counted",
            "riak.quorum: all",
            "riak.timeoutMs: 20_000",
            "riak.user: reader",
            "riak.password: file:/run/secrets/riak",
            "riak.trustStore: /etc/ca.pem");

    Result result = replay("--settings", file);

    assertThat(result.status()).as(result.err()).isZero();
    assertThat(tool.riak)
        .isEqualTo(
            RiakSettings.defaults("counted")
                .withNodes(List.of("riak1:8087", "riak2:8087"))
                .withQuorum(Quorum.ALL)
                .withOperationTimeoutMs(20_000)
                .withCredentials(
                    new Credentials("reader", "file:/run/secrets/riak", "/etc/ca.pem", "")));
    assertThat(tool.broker.url()).isEqualTo("tcp://broker1:61616");
    assertThat(tool.broker.queue()).isEqualTo("events");
    assertThat(tool.broker.rejectedQueue()).isEqualTo("events.rejected");
    assertThat(tool.broker.userName()).isEqualTo("tools");
    assertThat(tool.broker.password().place()).isEqualTo("BROKER_PASSWORD");
  }

  @Test
  void aSingleSettingOverridesTheFile() throws IOException {
    Path file =
        file("broker.url: tcp://broker1:61616", "riak.nodes: riak1:8087", "riak.bucketType: a");

    replay("--settings", file, "--set", "riak.nodes=riak2:8087", "--set", "riak.bucketType=b");

    assertThat(tool.riak.nodes()).containsExactly("riak2:8087");
    assertThat(tool.riak.bucketType()).isEqualTo("b");
    assertThat(tool.broker.url()).isEqualTo("tcp://broker1:61616");
  }

  @Test
  void withoutSettingsEverythingIsOnThisMachine() throws IOException {
    replay();
    assertThat(tool.riak).isEqualTo(RiakSettings.defaults("clicks"));
    assertThat(tool.broker).isEqualTo(BrokerSettings.at(BrokerSettings.DEFAULT_URL));
  }

  @ParameterizedTest
  @ValueSource(strings = {"no", "yes", "on", "true", "0123", "0x10", "1e3", "2026-01-01", "1:30"})
  void textOfTheFileIsTakenAsItIsWrittenAsTheTopologyDoes(String text) throws IOException {
    replay("--settings", file("broker.user: " + text, "riak.bucketType: " + text));
    assertThat(tool.broker.userName()).isEqualTo(text);
    assertThat(tool.riak.bucketType()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "riak.node: a:1, 'setting ''riak.node'' does not exist'",
    "broker.uri: tcp://a:1, 'setting ''broker.uri'' does not exist'",
    "riak.timeoutMs: soon, riak.timeoutMs",
    "riak.timeoutMs: 0, riak.timeoutMs",
    "riak.quorum: most, riak.quorum",
    "riak.nodes: nowhere, riak.nodes",
    "'riak.nodes: [a, b]', riak.nodes",
    "broker.url: nowhere, broker url",
    "broker.password: secret, broker.password",
    "just words, expected one mapping",
    "'a: b: c', 'clicks.yaml, line 1: mapping values are not allowed here'"
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
    assertThat(result.err()).contains("'adsTasks' does not exist");
    assertThat(replay("--set", "adsTasks").status()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void settingsFileThatIsNoFileIsNamed() throws IOException {
    Path none = directory.resolve("none.yaml");
    assertThat(replay("--settings", none).err()).contains("there is no settings file " + none);
    assertThat(replay("--settings", directory).err())
        .contains("settings file " + directory + " cannot be read: it is a directory");
    assertThat(replay("--settings", none).status()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void settingsMayStandBeforeTheCommandAndBehindIt() throws IOException {
    Path file = file("riak.nodes: riak1:8087");
    Result result =
        tool.run(
            "--settings",
            file,
            "--set",
            "riak.bucketType=b",
            "archive",
            "replay",
            "--only-missing",
            archive(),
            "--set",
            "riak.timeoutMs=200");

    assertThat(result.status()).as(result.err()).isZero();
    assertThat(tool.riak)
        .isEqualTo(
            RiakSettings.defaults("b")
                .withNodes(List.of("riak1:8087"))
                .withOperationTimeoutMs(200));
  }

  @Test
  void errorsSayWhichFileWasRead() throws IOException {
    Path file = file("riak.quorum: most");
    assertThat(replay("--settings", file).err()).contains("(settings file " + file + ")");
    // Where no file is looked for, that none was found says nothing.
    assertThat(replay("--set", "riak.quorum=most").err()).doesNotContain("settings file");
    Path wrong = file("riak.timeoutMs: soon");
    assertThat(replay("--settings", wrong).err())
        .contains("settings file " + wrong + ": setting riak.timeoutMs");
  }

  @Test
  void archivesAreThoseOfTheSettingIfNoneIsGiven() throws IOException {
    Path archive = archive();
    Result result = tool.run("archive", "replay", "--set", "ops.archives= " + archive + " ,");
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(tool.sentLines()).hasSize(1);

    for (String command :
        List.of(
            "documents audit",
            "archive replay",
            "archive check",
            "archive ship",
            "archive import")) {
      Object[] words = (command + " --set ops.table=" + directory).split(" ");
      Result none = tool.run(words);
      assertThat(none.status()).as(command).isEqualTo(ExitCode.USAGE);
      assertThat(none.err()).contains("expected PATH", "ops.archives");
    }
  }

  @Test
  void aStoreThatCannotBeBelievedGivesNoVerdict() throws IOException {
    tool.noVerdict = "riak2:8087 is of another cluster";
    for (String words :
        List.of("documents audit", "archive replay --only-missing", "events explain hostA-1:0")) {
      Object[] all = (words + " " + archive()).split(" ");
      Result result = tool.run(all);
      assertThat(result.status()).as(words).isEqualTo(ExitCode.FAILED);
      assertThat(result.err()).contains("riak2:8087 is of another cluster").doesNotContain("\tat ");
    }
  }
}
