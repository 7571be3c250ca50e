package clickcounter.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The command line as a shell sees it: words in, text and a status out. */
class ClicksTest {
  private static final int DONE = 0;
  private static final int MISSING = 1;
  private static final int WRONG_OPTIONS = 2;
  private static final int COULD_NOT = 3;
  private static final String HOST = "hostA-20131030_152543";
  private static final long NOON_MS = 1_383_134_400_000L;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @TempDir private Path directory;

  private int clicks(String... words) {
    CommandLine line = Clicks.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(words);
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
        .containsPattern("(?m)^ready riak 127\\.0\\.0\\.1:\\d+ broker tcp://127\\.0\\.0\\.1:\\d+$")
        .contains("received 5 = counted 4 + duplicates 1 + rejected 0");
  }

  @Test
  void playedFileOfWhichAnEventWasRejectedAudits1() throws IOException {
    int status =
        local(
            "--fresh",
            "--riak-port",
            "0",
            "--broker-port",
            "0",
            "-c",
            "maxSequenceJump=10",
            "--replay",
            day(0, 1, 2, 1_000).toString(),
            "--until-idle",
            "--audit");

    assertThat(status).as(err.toString()).isEqualTo(MISSING);
    assertThat(out.toString()).contains("received 4 = counted 3 + duplicates 0 + rejected 1");
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
    assertThat(local("-c", "deferralMs=30000")).isEqualTo(WRONG_OPTIONS);
    assertThat(err.toString()).contains("deferralMs", "30000", "messageTimeoutS");
  }

  @Test
  void unknownSettingIsNamed() {
    assertThat(local("-c", "deferal=30000")).isEqualTo(WRONG_OPTIONS);
    assertThat(err.toString()).contains("'deferal'", "deferralMs");
  }

  @Test
  void valueThatASettingDoesNotTakeIsNamedWithWhatItTakes() {
    assertThat(local("-c", "putsInFlight=many")).isEqualTo(WRONG_OPTIONS);
    assertThat(err.toString()).contains("putsInFlight", "'many'", "1 to 100000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--nonsense", "--riak-port=many", "-c=deferralMs"})
  void wrongOptionIsNamedWithTheUsage(String option) {
    assertThat(local(option)).isEqualTo(WRONG_OPTIONS);
    assertThat(err.toString()).contains(option.split("=")[0]).contains("Usage: clicks local");
  }

  @Test
  void noCommandShowsThoseThatThereAre() {
    assertThat(clicks()).isEqualTo(WRONG_OPTIONS);
    assertThat(err.toString()).contains("local", "generate", "replay", "audit", "inspect");
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "generate", "replay", "audit", "inspect"})
  void everyCommandHasHelpWithAnExample(String command) {
    assertThat(clicks(command, "--help")).isEqualTo(DONE);
    assertThat(out.toString()).contains("Usage: clicks " + command).contains("Example");
  }
}
