package clickcounter.tools.audit;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Judgement;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Tool;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents can equal archives whose verdicts are wrong: the audit says so. */
class AuditOfVerdictsTest {
  private static final long START_MS = 1_799_999_000_000L;
  private static final String SERVICE = "hostA-1";

  @TempDir private Path directory;
  private final Tool tool = new Tool();
  private final List<String> day = new ArrayList<>();

  private static String click(long sequence) {
    return EventWriter.toLine(
        new AdEvent(SERVICE, sequence, EventKind.CLICK, "m1", START_MS + sequence, 120_000));
  }

  private static String verdict(EventKind kind, String counter, String adId, String clickId) {
    Judgement judgement = new Judgement("repeat@2", clickId, "ivt");
    return EventWriter.toLine(
        new AdEvent(counter, 0, kind, adId, START_MS + 1_000, 120_000, judgement));
  }

  private static String invalidation(String counter, long click) {
    return verdict(EventKind.INVALIDATION, counter, "m1", SERVICE + ":" + click);
  }

  @BeforeEach
  void writeClicks() throws IOException {
    for (int sequence = 0; sequence < 3; sequence++) {
      day.add(click(sequence));
    }
    day.add(EventWriter.toLine(new Close(SERVICE, 3, START_MS + 3)));
    EventFiles.write(directory.resolve("hostA.ndjson"), day);
  }

  /** Archived and counted. */
  private void judge(String... verdicts) throws IOException {
    EventFiles.write(directory.resolve("ivt.ndjson"), List.of(verdicts));
    tool.counting.receive(List.of(verdicts));
  }

  private Result audit(Object... options) {
    List<Object> words = new ArrayList<>(List.of("documents", "audit", directory));
    words.addAll(List.of(options));
    return tool.run(words.toArray());
  }

  @Test
  void soundVerdictsAreCountedAndNothingElseIsSaid() throws IOException {
    tool.counting.receive(day);
    judge(
        invalidation("ivt-1", 0),
        verdict(EventKind.REINSTATEMENT, "ivt-2", "m1", SERVICE + ":0"),
        invalidation("ivt-3", 0));

    Result audit = audit();

    assertThat(audit.status()).as(audit.out()).isEqualTo(ExitCode.OK);
    assertThat(audit.out())
        .contains("\n  verdicts  3, 0 wrong\n", "EQUAL: every document")
        .doesNotContain("Below zero");
  }

  @Test
  void clickThatIsTakenBackTwiceIsWrongThoughAllDocumentsAreEqual() throws IOException {
    tool.counting.receive(day);
    judge(invalidation("ivt-1", 0), invalidation("ivt-2", 0));

    Result audit = audit();

    assertThat(audit.status()).as(audit.out()).isEqualTo(ExitCode.WRONG);
    assertThat(audit.out())
        .contains(
            "  ads       1 equal, ",
            "\n  verdicts  2, 1 wrong: clicks archive check lists them\n",
            "WRONG VERDICTS: 1 verdict on no such click")
        .doesNotContain("Wrong:");
    JsonNode json = new JsonMapper().readTree(audit("--json").out());
    assertThat(json.at("/verdict").asText()).isEqualTo("wrong");
    assertThat(json.at("/verdicts/total").asLong()).isEqualTo(2);
    assertThat(json.at("/verdicts/wrong").asLong()).isEqualTo(1);
    assertThat(tool.run("archive", "check", directory).out()).contains("invalidated twice: 1");
  }

  @Test
  void verdictsOnNoClickAndOfAnotherAdAreWrong() throws IOException {
    tool.counting.receive(day);
    judge(
        verdict(EventKind.INVALIDATION, "ivt-1", "m1", SERVICE + ":7"),
        verdict(EventKind.INVALIDATION, "ivt-2", "m2", SERVICE + ":1"));

    Result audit = audit();

    assertThat(audit.status()).isEqualTo(ExitCode.WRONG);
    assertThat(audit.out())
        .contains("  verdicts  2, 2 wrong", "Below zero: 1 ad", "  ad m2: clicks -1, cost -0.12\n");
  }

  /** A typing error in the counter of the click: no archive has it, and Riak does not know it. */
  @Test
  void verdictOnAClickOfACounterThatNeverWasIsWrong() throws IOException {
    tool.counting.receive(day);
    judge(verdict(EventKind.INVALIDATION, "ivt-1", "m1", "hostB-1:1"));

    Result audit = audit();

    assertThat(audit.status()).as(audit.out()).isEqualTo(ExitCode.WRONG);
    assertThat(audit.out()).contains("  verdicts  1, 1 wrong", "WRONG VERDICTS: 1 verdict");
  }

  /** Whatever the time in the name of its file, and of its counter. */
  @Test
  void verdictThatIsNotCountedIsMissing() throws IOException {
    tool.counting.receive(day);
    String verdict = invalidation("appeals-20361027_090000", 0);
    EventFiles.write(directory.resolve("appeals-20361027_090000.ndjson"), List.of(verdict));

    Result audit = audit();

    assertThat(audit.status()).as(audit.out()).isEqualTo(ExitCode.MISSING);
    assertThat(audit.out()).contains("appeals-20361027_090000: 0", "MISSING EVENTS");
    tool.counting.receive(List.of(verdict));
    assertThat(audit().out()).contains("EQUAL");
  }

  /** Of a clock that was ten years ahead: the topology rejects the event, and nothing is wrong. */
  @Test
  void eventThatWasRejectedForItsTimeAndWrittenOffIsMissingAndNamed() throws IOException {
    List<String> lines = new ArrayList<>(day);
    lines.set(
        1,
        EventWriter.toLine(
            new AdEvent(SERVICE, 1, EventKind.CLICK, "m1", START_MS + 315_619_200_000L, 9)));
    EventFiles.write(directory.resolve("hostA.ndjson"), lines);
    lines.remove(1);
    tool.counting.receive(lines);
    String archive = "ops.archive=" + directory.resolve("ops");
    tool.run("counters", "write-off", SERVICE, 1, "--why", "clock", "--set", archive);
    tool.countQueue();

    Result audit = audit();

    assertThat(audit.status()).as(audit.out()).isEqualTo(ExitCode.MISSING);
    assertThat(audit.out())
        .contains(
            "Of these, rejected for their times: 1 event\n  " + SERVICE + ": 1\n",
            "Written off: 1 event",
            "No replay counts the missing events, because of their times.")
        .doesNotContain("Wrong:");
  }

  @Test
  void documentBelowZeroIsNamedWhileTheClickIsMissing() throws IOException {
    tool.counting.receive(List.of(day.get(3)));
    judge(invalidation("ivt-1", 0));

    Result audit = audit();

    assertThat(audit.status()).isEqualTo(ExitCode.MISSING);
    assertThat(audit.out())
        .contains("  verdicts  1, 0 wrong\n", "Below zero: 1 ad", "  ad m1: clicks -1, cost -0.12");
    JsonNode json = new JsonMapper().readTree(audit("--json").out());
    assertThat(json.at("/belowZero/0/adId").asText()).isEqualTo("m1");
    assertThat(json.at("/belowZero/0/costMicros").asLong()).isEqualTo(-120_000);
  }

  @Test
  void clickOfAnOpenCounterMayStillCome() throws IOException {
    List<String> open = day.subList(0, 3);
    EventFiles.write(directory.resolve("hostA.ndjson"), open);
    tool.counting.receive(open);
    judge(verdict(EventKind.INVALIDATION, "ivt-1", "m1", SERVICE + ":7"));

    Result audit = audit();

    assertThat(audit.status()).as(audit.out()).isEqualTo(ExitCode.OK);
    assertThat(audit.out()).contains("1, 0 wrong, 1 on clicks that are in none of the files\n");
  }

  @Test
  void auditOfSomeAdsSaysNothingOfVerdicts() throws IOException {
    tool.counting.receive(day);
    judge(invalidation("ivt-1", 0), invalidation("ivt-2", 0));

    Result audit = audit("--ad", "m1");

    assertThat(audit.status()).as(audit.out()).isEqualTo(ExitCode.OK);
    assertThat(audit.out()).doesNotContain("verdicts  ");
  }
}
