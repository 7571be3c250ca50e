package clickcounter.local;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.Clicks;
import clickcounter.cli.CommandFrame;
import clickcounter.cli.Terminal;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command {@code local} as a shell sees it: words in, text and a status out. */
@Tag("slow")
@Tag("long")
class LocalCommandTest {
  private static final long BILLION = 1_000_000_000L;
  private static final int DONE = 0;
  private static final int MISSING = 1;
  private static final int WRONG_OPTIONS = 64;
  private static final int COULD_NOT = 3;
  private static final String HOST = "hostA-20131030_152543";
  private static final long NOON_MS = 1_383_134_400_000L;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  @TempDir private Path directory;

  private int clicks(String... words) {
    Terminal terminal = new Terminal(new PrintStream(out, true), new PrintStream(err, true), false);
    return CommandFrame.execute(Clicks.commandLine(terminal), terminal, words);
  }

  private int local(String... more) {
    List<String> words =
        new ArrayList<>(List.of("local", "--data", directory.resolve("data").toString()));
    words.addAll(List.of(more));
    return clicks(words.toArray(String[]::new));
  }

  private Path day(long... sequences) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (long sequence : sequences) {
      AdEvent event =
          new AdEvent(HOST, sequence, EventKind.IMPRESSION, "shoes", NOON_MS + sequence, 0);
      lines.append(EventWriter.toLine(event)).append('\n');
    }
    return Files.writeString(directory.resolve("day.ndjson"), lines);
  }

  @Test
  void playedFileThatIsCountedAudits0() throws IOException {
    int status =
        local(
            "--riak-port",
            "0",
            "--broker-port",
            "0",
            "--replay",
            day(0, 1, 2, 1, 3).toString(),
            "--until-idle",
            "--audit");

    assertThat(status).as(err.toString()).isEqualTo(DONE);
    assertThat(out.toString())
        .containsPattern(
            "(?m)^started riak 127\\.0\\.0\\.1:\\d+ broker tcp://127\\.0\\.0\\.1:\\d+ console http://127\\.0\\.0\\.1:\\d+/\\?token=[\\w-]{22}$")
        .contains("received 5 = counted 4 + duplicates 1 + rejected 0");
  }

  @Test
  void readyIsSaidLastWhenWhatItPlayedIsCountedAndAudited() throws Exception {
    try (LocalThread local =
        LocalThread.start(
            directory.resolve("data"), "local", "--replay", day(0, 1).toString(), "--audit")) {
      assertThat(local.out())
          .containsPattern(
              "(?s)\\Astarted riak .*received 2 = counted 2 .*running; interrupt to end\nready riak \\S+ broker \\S+ console \\S+\n\\z");
    }
  }

  @Test
  void demonstrationThatIsNoneOrUnknownIsRefusedByName() {
    assertThat(local("--demo", "none", "--audit")).isEqualTo(WRONG_OPTIONS);
    assertThat(err.toString()).contains("--demo none", "nothing was started");
    assertThat(local("--demo", "night")).isEqualTo(WRONG_OPTIONS);
    assertThat(err.toString()).contains("expected live, day or none, got 'night'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--broker-port", "--riak-port"})
  void portInUseIsNamedWithTheOptionThatChangesIt(String option) throws IOException {
    String other = option.equals("--broker-port") ? "--riak-port" : "--broker-port";
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());

      assertThat(local(option, port, other, "0")).isEqualTo(COULD_NOT);

      assertThat(err.toString()).contains(port).contains(option).doesNotContain("\tat ");
    }
  }

  @Test
  void settingThatCannotWorkIsRefusedByName() {
    assertThat(local("--set", "deferralMs=30000")).isEqualTo(WRONG_OPTIONS);
    assertThat(err.toString()).contains("deferralMs", "30000", "messageTimeoutS");
  }

  @Test
  void unknownSettingIsNamed() {
    assertThat(local("--set", "deferal=30000")).isEqualTo(WRONG_OPTIONS);
    assertThat(err.toString()).contains("'deferal'", "deferralMs");
  }

  @Test
  void valueThatASettingDoesNotTakeIsNamedWithWhatItTakes() {
    assertThat(local("--set", "putsPerSecond=many")).isEqualTo(WRONG_OPTIONS);
    assertThat(err.toString()).contains("putsPerSecond", "'many'", "0 to 10000000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--wrong", "--riak-port=many", "--set=deferralMs"})
  void wrongOptionIsNamedWithTheUsage(String option) {
    assertThat(local(option)).isEqualTo(WRONG_OPTIONS);
    assertThat(err.toString()).contains(option.split("=")[0]).contains("Usage: clicks local");
  }

  @ParameterizedTest
  @ValueSource(strings = {"riak.nodes=riak1:8087", "broker.url=tcp://broker:61616"})
  void addressInAFileIsOfAnotherSystem(String setting) throws IOException {
    Path file =
        Files.writeString(directory.resolve("clicks.yaml"), setting.replaceFirst("=", ": "));

    assertThat(local("--settings", file.toString())).isEqualTo(WRONG_OPTIONS);

    assertThat(err.toString())
        .contains(file.toString(), "of another system", "--set " + setting.split("=")[0]);
    assertThat(directory.resolve("data")).doesNotExist();
  }

  @Test
  void settingsFileIsRead() throws IOException {
    Path file = Files.writeString(directory.resolve("clicks.yaml"), "deferralMs: 30000\n");

    assertThat(local("--settings", file.toString())).isEqualTo(WRONG_OPTIONS);
    assertThat(err.toString()).contains("deferralMs", "30000");
  }

  @Test
  void freshDeletesNothingWhereWeMadeNothing() throws IOException {
    Path others = Files.createDirectories(directory.resolve("data").resolve("riak"));
    Path ring = Files.writeString(others.resolve("ring"), "a genuine node's");

    assertThat(local("--fresh")).isEqualTo(COULD_NOT);

    assertThat(ring).hasContent("a genuine node's");
    assertThat(err.toString()).contains(directory.resolve("data").toString(), "--data");
  }

  @Test
  void pathThatIsNotThereIsFoundBeforeAnythingStarts() {
    assertThat(local("--replay", "/no/such/day.ndjson")).isEqualTo(WRONG_OPTIONS);

    assertThat(err.toString()).contains("--replay", "/no/such/day.ndjson");
    assertThat(directory.resolve("data")).doesNotExist();
  }

  @Test
  void fileWithoutEventsEndsItWithOneSentence() throws IOException {
    int status =
        local("--riak-port", "0", "--broker-port", "0", "--replay", day().toString(), "--demo=day");

    assertThat(status).isEqualTo(COULD_NOT);
    assertThat(err.toString().lines()).hasSize(1).allMatch(line -> line.contains("has no event"));
  }

  @Test
  void rejectedLinesAreNoSuccessAlsoWithoutAnAudit() throws IOException {
    int status =
        local(
            "--fresh",
            "--riak-port",
            "0",
            "--broker-port",
            "0",
            "--replay",
            day(0, 1, BILLION).toString(),
            "--until-idle");

    assertThat(status).as(err.toString()).isEqualTo(MISSING);
    assertThat(out.toString())
        .contains("received 3 = counted 2 + duplicates 0 + rejected 1")
        .contains("NOT ALL WAS COUNTED: 1 events were rejected");
  }
}
