package clickcounter.tools.audit;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.store.DocumentKey;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is still on the queue is not missing for good, and an audit says so. */
class AuditWaitTest {
  private static final String COUNTER = "hostA-1";
  private static final long AT_MS = 1_799_999_000_000L;
  private static final String REPLAY = "Replay the archive with --only-missing";

  private static final List<String> LINES =
      List.of(line(0), line(1), line(2), EventWriter.toLine(new Close(COUNTER, 3, AT_MS + 3)));

  @TempDir private Path directory;
  private final Tool tool = new Tool();
  private Path archive;

  private static String line(long sequence) {
    return EventWriter.toLine(
        new AdEvent(COUNTER, sequence, EventKind.IMPRESSION, "m1", AT_MS + sequence, 0));
  }

  @BeforeEach
  void countTheFirstOnly() throws IOException {
    archive = EventFiles.write(directory.resolve("a.ndjson"), LINES);
    tool.counting.receive(LINES.subList(0, 1));
  }

  private long countTheRest(long messages) {
    tool.counting.receive(LINES);
    return messages;
  }

  @Test
  void whatMayBeOnTheQueueIsNotCalledMissingForGood() {
    tool.queuedMessages = sentUntilMs -> 4;

    Result audit = tool.run("documents", "audit", archive);

    assertThat(audit.status()).isEqualTo(1);
    assertThat(audit.out())
        .contains("MISSING EVENTS, no wrong counts. 4 messages or more are still on the queue")
        .contains("--until-counted")
        .doesNotContain(REPLAY);
    assertThat(tool.run("documents", "audit", "--json", archive).out())
        .contains("\"messagesUnderWay\" : 4");
  }

  @Test
  void messagesThatWereSentAfterTheFilesWereReadHaveNothingThatIsMissing() {
    tool.queuedMessages = sentUntilMs -> sentUntilMs <= tool.now.toEpochMilli() ? 0 : 5;

    assertThat(tool.run("documents", "audit", archive).out()).contains(REPLAY);
  }

  /** They were counted after the documents were read, and before the queue was asked. */
  @Test
  void emptyQueueMeansThatTheDocumentsAreReadAgain() {
    tool.queuedMessages = sentUntilMs -> countTheRest(0);

    assertThat(tool.run("documents", "audit", archive).status()).isZero();
  }

  @Test
  void closeNoticeThatCameMeanwhileIsReadAgainToo() {
    tool.counting.receive(LINES.subList(0, 3));
    tool.queuedMessages = sentUntilMs -> countTheRest(0);

    assertThat(tool.run("documents", "audit", archive).status()).isZero();
  }

  /** A gap has nothing in these files, so no ad lacks an event of them. */
  @Test
  void gapWhoseEventsCameMeanwhileIsReadAgainToo() throws IOException {
    tool.counting.receive(List.of(LINES.get(2), LINES.get(3)));
    Path others =
        EventFiles.write(
            directory.resolve("b.ndjson"), List.of(LINES.get(0), LINES.get(2), LINES.get(3)));
    assertThat(tool.run("documents", "audit", others).out()).contains("find their archive");

    tool.queuedMessages = sentUntilMs -> countTheRest(2);
    Result audit = tool.run("documents", "audit", others);

    assertThat(audit.out()).contains("Counted, and in none of these files: 1 event");
  }

  @Test
  void auditThatWaitsReadsTheDocumentsWhenTheMessagesAreCounted() {
    int[] left = {3};
    tool.queuedMessages = sentUntilMs -> --left[0] > 0 ? left[0] : countTheRest(0);

    Result audit = tool.run("documents", "audit", "--until-counted", archive);

    assertThat(audit.status()).as(audit.out()).isZero();
    assertThat(audit.out()).contains("EQUAL");
  }

  /** The document was read before them, its counter's after them. */
  @Test
  void spendHasTheClicksThatWereCountedWhileTheDocumentsWereRead() throws IOException {
    List<String> lines =
        List.of(
            EventWriter.toLine(new AdEvent("hostB-1", 0, EventKind.BUDGET, "m2", AT_MS, 5_000_000)),
            EventWriter.toLine(new AdEvent("hostB-1", 1, EventKind.CLICK, "m2", AT_MS, 250_000)),
            EventWriter.toLine(new Close("hostB-1", 2, AT_MS)));
    Path day = EventFiles.write(directory.resolve("b.ndjson"), lines);
    tool.counting.receive(LINES);
    tool.counting.receive(lines.subList(0, 1));
    boolean[] isRead = {false};
    tool.counting.store.beforeFetch =
        key -> {
          if (key.equals(DocumentKey.ad("m2"))) {
            isRead[0] = true;
          } else if (isRead[0] && key.equals(DocumentKey.counter("hostB-1"))) {
            isRead[0] = false;
            tool.counting.receive(lines);
          }
        };

    Result audit = tool.run("documents", "audit", "--until-counted", archive, day);

    assertThat(audit.out()).contains("Spend: 0.25 is certain\nEQUAL");
  }

  @Test
  void brokerThatDoesNotAnswerLeavesTheVerdictAndIsNamed() {
    noBroker();

    Result audit = tool.run("documents", "audit", archive);

    assertThat(audit.status()).isEqualTo(1);
    assertThat(audit.out())
        .contains(REPLAY + ". Whether messages are still on the queue is not known: no broker");
    Result waiting = tool.run("documents", "audit", "--until-counted", archive);
    assertThat(waiting.status()).isEqualTo(3);
    assertThat(waiting.err()).contains("no broker");
  }

  @Test
  void nobodyIsAskedWhenNothingIsMissing() {
    tool.counting.receive(LINES);
    noBroker();

    assertThat(tool.run("documents", "audit", "--until-counted", archive).status()).isZero();
  }

  private void noBroker() {
    tool.queuedMessages =
        sentUntilMs -> {
          throw new UncheckedIOException(new IOException("no broker"));
        };
  }
}
