package clickcounter.tools.send;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An interrupted full replay continues where it stopped, and only if files and queue are the same.
 */
class ResumeTest {
  /** The number of events between two checkpoints. */
  private static final int CHECKPOINT_EVENTS = 50_000;

  private static final int MORE_EVENTS = 10_000;
  private static final String STAGING = "tcp://staging:61616";

  @TempDir private Path directory;
  private final Tool tool = new Tool();
  private Path hosts;
  private Path first;
  private Path second;
  private Path checkpoint;

  @BeforeEach
  void writeArchive() throws IOException {
    hosts = directory.resolve("hosts");
    first = EventFiles.write(hosts.resolve("a.ndjson"), lines("hostA-1", CHECKPOINT_EVENTS));
    second = EventFiles.write(hosts.resolve("b.ndjson"), lines("hostB-1", MORE_EVENTS));
    checkpoint = directory.resolve("checkpoint.json");
  }

  private static List<String> lines(String counterId, int count) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lines.add(
          EventWriter.toLine(
              new AdEvent(counterId, i, EventKind.IMPRESSION, "m1", 1_799_999_000_000L + i, 0)));
    }
    return lines;
  }

  private Result replay(String broker, Object... more) {
    List<Object> words =
        new ArrayList<>(
            List.of(
                "archive", "replay", "--checkpoint", checkpoint, "--set", "broker.url=" + broker));
    words.addAll(List.of(more));
    return tool.run(words.toArray());
  }

  /** The broker fails after the first file and a part of the second. */
  private void interrupt() {
    tool.brokerDiesAfter = (CHECKPOINT_EVENTS + MORE_EVENTS / 2) / 500;
    assertThat(replay(STAGING, hosts).status()).isEqualTo(ExitCode.FAILED);
    assertThat(checkpoint).exists();
    tool.brokerDiesAfter = Integer.MAX_VALUE;
    tool.queue.clear();
  }

  /** Compares sets, because AssertJ compares large lists element by element. */
  private void assertSent(List<String> lines) {
    Set<String> notSent = new HashSet<>(lines);
    notSent.removeAll(new HashSet<>(tool.sentLines()));
    assertThat(notSent).isEmpty();
  }

  @Test
  void itGoesOnWhereItWasAndSendsNothingLess() throws IOException {
    interrupt();

    Result resumed = replay(STAGING, "--resume", hosts);

    assertThat(resumed.status()).as(resumed.err()).isZero();
    assertThat(resumed.out()).contains("resumed from a checkpoint");
    assertThat(tool.sentLines()).hasSizeLessThan(CHECKPOINT_EVENTS);
    assertSent(EventFiles.read(second).subList(MORE_EVENTS / 2, MORE_EVENTS));
    assertThat(checkpoint).doesNotExist();
  }

  @Test
  void itGoesOnToNoOtherBrokerAndNoOtherQueue() {
    interrupt();
    for (Result other :
        List.of(
            replay("tcp://prod:61616", "--resume", hosts),
            replay(STAGING, "--set=broker.queue=others", "--resume", hosts))) {
      assertThat(other.status()).isEqualTo(ExitCode.FAILED);
      assertThat(other.err()).contains("is of another replay", STAGING, "Nothing was sent");
    }
    assertThat(tool.queue).isEmpty();
    assertThat(checkpoint).exists();
  }

  @Test
  void anotherUserOfTheBrokerIsTheSameReplay() {
    interrupt();
    assertThat(replay(STAGING, "--set=broker.user=other", "--resume", hosts).status()).isZero();
  }

  @Test
  void aFileThatWasReplacedSinceIsSentFromItsFirstLineAndNamed() throws IOException {
    interrupt();
    // Rotated: a different file with the old name, longer than the one that was sent.
    List<String> fresh = lines("hostC-1", CHECKPOINT_EVENTS + 10);
    EventFiles.write(first, fresh);

    Result resumed = replay(STAGING, "--resume", hosts);

    assertThat(resumed.out()).contains("1 file replaced since", first.toString());
    assertSent(fresh);
  }

  @Test
  void aFileThatBecameShorterIsSentFromItsFirstLine() throws IOException {
    interrupt();
    List<String> fewer = EventFiles.read(first).subList(0, 30_000);
    EventFiles.write(first, fewer);

    Result resumed = replay(STAGING, "--resume", hosts);

    assertThat(resumed.out()).contains("1 file replaced since");
    assertSent(fewer);
  }

  @Test
  void whatAFinishedFileHasGotSinceIsSentAndNothingElseOfIt() throws IOException {
    interrupt();
    List<String> grown = lines("hostA-1", CHECKPOINT_EVENTS + 3);
    EventFiles.write(first, grown);

    Result resumed = replay(STAGING, "--resume", hosts);

    assertThat(resumed.out()).doesNotContain("replaced since");
    assertSent(grown.subList(CHECKPOINT_EVENTS, CHECKPOINT_EVENTS + 3));
    assertThat(tool.sentLines().contains(grown.get(0))).isFalse();
  }

  @Test
  void aPathIsTheSameHoweverItIsWritten() {
    interrupt();
    Path roundabout = hosts.resolve("..").resolve("hosts");
    assertThat(replay(STAGING, "--resume", roundabout).out()).contains("resumed from a checkpoint");
  }

  @Test
  void withoutACheckpointItSaysThatItBeganAnew() {
    Result begun = replay(STAGING, "--resume", hosts);
    assertThat(begun.status()).isZero();
    assertThat(begun.out()).contains("no checkpoint " + checkpoint);
    assertThat(tool.sentLines()).hasSize(CHECKPOINT_EVENTS + MORE_EVENTS);
  }

  @Test
  void aCheckpointOfAnOlderFormatIsRefused() throws IOException {
    Files.writeString(
        checkpoint,
        "{\"task\":\"paths ["
            + hosts
            + "]\",\"doneFiles\":{},\"file\":\"\",\"line\":0,\"events\":0}");

    Result resumed = replay(STAGING, "--resume", hosts);

    assertThat(resumed.status()).isEqualTo(ExitCode.FAILED);
    assertThat(resumed.err()).contains("has format 1, expected 2", "Omit --resume");
    assertThat(tool.queue).isEmpty();
  }

  @Test
  void aDamagedCheckpointIsNamed() throws IOException {
    Files.writeString(checkpoint, "{\"version\":2,\"ta");

    Result resumed = replay(STAGING, "--resume", hosts);

    assertThat(resumed.status()).isEqualTo(ExitCode.FAILED);
    assertThat(resumed.err()).contains(checkpoint + " is damaged");
  }
}
