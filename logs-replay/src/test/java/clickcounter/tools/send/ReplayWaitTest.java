package clickcounter.tools.send;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is sent is not counted yet, and a replay says so. */
class ReplayWaitTest {
  @TempDir private Path directory;
  private final Tool tool = new Tool();
  private Path archive;

  @BeforeEach
  void writeArchive() throws IOException {
    AdEvent event = new AdEvent("hostA-1", 0, EventKind.IMPRESSION, "m1", 1_799_999_000_000L, 0);
    archive = EventFiles.write(directory.resolve("a.ndjson"), List.of(EventWriter.toLine(event)));
  }

  @Test
  void replaySaysThatMessagesAreStillUnderWay() {
    tool.queuedMessages = sentUntilMs -> 3;

    Result replay = tool.run("archive", "replay", "--only-missing", archive);

    assertThat(replay.status()).isZero();
    assertThat(replay.err())
        .contains("still queued and not counted yet: 3 messages or more", "--until-counted");
  }

  @Test
  void replayThatWaitsEndsWhenTheQueueIsEmpty() {
    Deque<Long> looks = new ArrayDeque<>(List.of(3L, 3L, 4L, 1L, 0L));
    tool.queuedMessages = sentUntilMs -> looks.remove();

    Result replay = tool.run("archive", "replay", "--only-missing", "--until-counted", archive);

    assertThat(replay.status()).as(replay.err()).isZero();
    assertThat(looks).isEmpty();
    assertThat(replay.err()).doesNotContain("not counted yet");
  }

  @Test
  void messagesOfLiveTrafficAreNotWaitedFor() {
    tool.queuedMessages = sentUntilMs -> sentUntilMs <= tool.now.toEpochMilli() ? 0 : 5;

    Result replay = tool.run("archive", "replay", "--only-missing", "--until-counted", archive);

    assertThat(replay.status()).as(replay.err()).isZero();
  }

  @Test
  void rehearsalAsksNobodyForTheQueue() {
    tool.queuedMessages =
        sentUntilMs -> {
          throw new AssertionError("nothing was sent");
        };
    assertThat(tool.run("archive", "replay", "--only-missing", "--dry-run", archive).status())
        .isZero();
  }
}
