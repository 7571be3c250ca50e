package clickcounter.tools.check;

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
import clickcounter.tools.check.Finding.Kind;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What who judges clicks learns of the verdicts. */
class CheckVerdictsTest {
  private static final long START_MS = 1_799_999_000_000L;
  private static final String FIRST = "ivt-1";
  private static final String SECOND = "ivt-2";
  private static final String APPEAL = "appeal-1";

  @TempDir private Path directory;
  private final Tool tool = new Tool();

  private static String event(EventKind kind, long sequence, Judgement judgement) {
    long costMicros = kind == EventKind.CLICK ? 120_000 : 0;
    return EventWriter.toLine(
        new AdEvent(
            "hostA-1", sequence, kind, "m1", START_MS + sequence * 1_000, costMicros, judgement));
  }

  private static String click(long sequence) {
    return event(EventKind.CLICK, sequence, null);
  }

  /** A verdict that fits the click. */
  private static String verdict(EventKind kind, String counterId, long sequence, long click) {
    return verdict(kind, counterId, sequence, "hostA-1:" + click, "m1", click, 120_000);
  }

  private static String verdict(
      EventKind kind,
      String counterId,
      long sequence,
      String clickId,
      String adId,
      long seconds,
      long costMicros) {
    return EventWriter.toLine(
        new AdEvent(
            counterId,
            sequence,
            kind,
            adId,
            START_MS + seconds * 1_000,
            costMicros,
            new Judgement("repeat@2", clickId, "ivt")));
  }

  private static String invalidation(String counterId, long sequence, long click) {
    return verdict(EventKind.INVALIDATION, counterId, sequence, click);
  }

  private static String reinstatement(String counterId, long sequence, long click) {
    return verdict(EventKind.REINSTATEMENT, counterId, sequence, click);
  }

  private static String close(String counterId, long sequence) {
    return EventWriter.toLine(new Close(counterId, sequence, START_MS + 900_000));
  }

  private void write(String name, String... lines) throws IOException {
    EventFiles.write(directory.resolve(name), List.of(lines));
  }

  /** A day: clicks 0, 1, 4 and 5, the impression 2 and the filtered click 3. */
  @BeforeEach
  void writeDay() throws IOException {
    write(
        "hostA.ndjson",
        click(0),
        click(1),
        event(EventKind.IMPRESSION, 2, null),
        event(EventKind.FILTERED_BOTS, 3, Judgement.ofFilter("bots@2026-06-01")),
        click(4),
        click(5),
        close("hostA-1", 6));
  }

  private Result check(Object... options) {
    List<Object> words = new ArrayList<>(List.of("archive", "check", directory));
    words.addAll(List.of(options));
    return tool.run(words.toArray());
  }

  private void isWrong(Kind kind, String... texts) {
    Result result = check();
    assertThat(result.status()).as(result.out()).isEqualTo(ExitCode.WRONG);
    assertThat(result.out()).contains(texts).contains("\n  " + kind.label + ": 1\n", "WRONG: ");
    assertThat(result.out().lines()).as(result.out()).hasSize(4);
  }

  private void isFine() {
    Result result = check();
    assertThat(result.status()).as(result.out()).isEqualTo(ExitCode.OK);
  }

  @Test
  void dayWithFilteredClicksALateInvalidationItsRepetitionAndAReinstatementIsSound()
      throws IOException {
    // The job was repeated, and its clicks are not in the order of time.
    write("ivt.ndjson", invalidation(FIRST, 0, 5), invalidation(FIRST, 1, 0), close(FIRST, 2));
    write("ivt.ndjson.1", invalidation(FIRST, 0, 5), invalidation(FIRST, 1, 0), close(FIRST, 2));
    write("appeal.ndjson", reinstatement(APPEAL, 0, 5), close(APPEAL, 1));
    write("ivt2.ndjson", invalidation(SECOND, 0, 5), close(SECOND, 1));
    Result result = check();
    assertThat(result.status()).as(result.out()).isEqualTo(ExitCode.OK);
    assertThat(result.out()).contains(", 4 closed properly\nFINE: ").doesNotContain("backwards");
  }

  @Test
  void verdictOnAClickThatDoesNotExistIsWrong() throws IOException {
    write("ivt.ndjson", invalidation(FIRST, 0, 77), close(FIRST, 1));
    isWrong(
        Kind.UNKNOWN_CLICK,
        "ivt-1:0: verdict on an event that does not exist: invalidation ivt-1:0 judges hostA-1:77."
            + " The files have all events of that counter, but not this: ad 'm1' has 1 click and"
            + " 0.12 less than it should. A reinstatement of the same clickId, adId and"
            + " costMicros puts it right");
  }

  @Test
  void verdictsOnClicksOfFilesThatWereNotReadAreOnlyMentioned() throws IOException {
    write(
        "ivt.ndjson",
        verdict(EventKind.INVALIDATION, FIRST, 0, "hostB-1:3", "m1", 3, 5),
        verdict(EventKind.INVALIDATION, FIRST, 1, "hostB-1:4", "m1", 3, 5),
        close(FIRST, 2));
    Result result = check();
    assertThat(result.status()).as(result.out()).isEqualTo(ExitCode.OK);
    assertThat(result.out())
        .contains(
            "hostB-1: judged clicks not looked up: 2 verdicts on events of this counter, which has"
                + " none in these files: name its files too",
            "  judged clicks not looked up: 2\n");
  }

  @Test
  void verdictsOnWhatACounterThatIsNotCompleteLacksAreOnlyMentioned() throws IOException {
    write("hostA.ndjson", click(0), click(1));
    write("ivt.ndjson", invalidation(FIRST, 0, 1), invalidation(FIRST, 1, 5), close(FIRST, 2));
    Result result = check("--open-ok");
    assertThat(result.status()).as(result.out()).isEqualTo(ExitCode.OK);
    assertThat(result.out())
        .contains(
            "hostA-1: judged clicks not looked up: 1 verdict on events that these files lack: the"
                + " counter has gaps, or is not closed properly");
  }

  @Test
  void verdictWithAnotherAdOrCostThanItsClickIsWrong() throws IOException {
    String clickId = "hostA-1:1";
    String anotherAd = verdict(EventKind.INVALIDATION, FIRST, 0, clickId, "m2", 1, 120_000);
    write("ivt.ndjson", anotherAd, close(FIRST, 1));
    isWrong(
        Kind.UNLIKE_CLICK,
        "ivt-1:0: verdict unlike its click: invalidation ivt-1:0 has ad 'm2' and cost 0.12,"
            + " expected those of its click hostA-1:1: ad 'm1' and cost 0.12: ad 'm2' has 1 click"
            + " and 0.12 less than it should. A reinstatement of");
    String anotherCost = verdict(EventKind.INVALIDATION, FIRST, 0, clickId, "m1", 1, 90_000);
    write("ivt.ndjson", anotherCost, close(FIRST, 1));
    isWrong(Kind.UNLIKE_CLICK, "and cost 0.09, expected", "ad 'm1' has 1 click and 0.09 less");
  }

  @Test
  void reinstatementAtAnotherPriceThanTheInvalidationIsWrong() throws IOException {
    write("ivt.ndjson", invalidation(FIRST, 0, 1), close(FIRST, 1));
    String tooDear = verdict(EventKind.REINSTATEMENT, APPEAL, 0, "hostA-1:1", "m1", 1, 999_000);
    write("appeal.ndjson", tooDear, close(APPEAL, 1));
    isWrong(
        Kind.UNLIKE_CLICK, "reinstatement appeal-1:0 has", "1 click and 0.999 more than it should");
  }

  @Test
  void clickThatTwoAuthorsTakeBackIsWrong() throws IOException {
    write("ivt.ndjson", invalidation(FIRST, 0, 4), close(FIRST, 1));
    write("ivt2.ndjson", invalidation(SECOND, 0, 4), close(SECOND, 1));
    isWrong(
        Kind.INVALIDATED_TWICE,
        "ivt-2:0: invalidated twice: invalidation ivt-2:0 takes back hostA-1:4, which is"
            + " taken back already by ivt-1:0. If the verdict between is in other files, name these too. If there is none: ad"
            + " 'm1' has 1 click and 0.12 less than it should. A reinstatement of the same");
  }

  @Test
  void reinstatementOfAClickThatIsChargedIsWrong() throws IOException {
    write("appeal.ndjson", reinstatement(APPEAL, 0, 4), close(APPEAL, 1));
    isWrong(
        Kind.NOT_INVALIDATED,
        "appeal-1:0: reinstated but not invalidated: reinstatement appeal-1:0 charges"
            + " hostA-1:4 again, which is charged already.",
        "ad 'm1' has 1 click and 0.12 more than it should. An invalidation of the same");
  }

  @Test
  void verdictOnAnImpressionAFilteredClickOrAVerdictIsWrong() throws IOException {
    write("ivt.ndjson", invalidation(FIRST, 0, 2), close(FIRST, 1));
    isWrong(
        Kind.NO_CHARGED_CLICK,
        "invalidation ivt-1:0 judges hostA-1:2, expected a click, found impression: ad 'm1' has 1 click and 0.12 less");
    write("ivt.ndjson", invalidation(FIRST, 0, 3), close(FIRST, 1));
    isWrong(Kind.NO_CHARGED_CLICK, "expected a click, found filtered-click: ");
    write("ivt.ndjson", invalidation(FIRST, 0, 6), close(FIRST, 1));
    isWrong(Kind.NO_CHARGED_CLICK, "expected a click, found close: ");
    String onVerdict = verdict(EventKind.INVALIDATION, FIRST, 1, "ivt-1:0", "m1", 0, 120_000);
    write("ivt.ndjson", invalidation(FIRST, 0, 0), onVerdict, close(FIRST, 2));
    isWrong(Kind.NO_CHARGED_CLICK, "expected a click, found invalidation: ");
  }

  @Test
  void everyWrongVerdictIsPutRightByWhatTheFindingSays() throws IOException {
    String unlike = verdict(EventKind.INVALIDATION, FIRST, 2, "hostA-1:1", "m2", 1, 1);
    write(
        "ivt.ndjson",
        invalidation(FIRST, 0, 77),
        invalidation(FIRST, 1, 2),
        unlike,
        invalidation(FIRST, 3, 4),
        invalidation(FIRST, 4, 4),
        reinstatement(FIRST, 5, 5),
        close(FIRST, 6));
    assertThat(check().status()).isEqualTo(ExitCode.WRONG);
    write(
        "repair.ndjson",
        reinstatement(APPEAL, 0, 77),
        reinstatement(APPEAL, 1, 2),
        verdict(EventKind.REINSTATEMENT, APPEAL, 2, "hostA-1:1", "m2", 1, 1),
        reinstatement(APPEAL, 3, 4),
        invalidation(APPEAL, 4, 5),
        close(APPEAL, 5));
    isFine();
  }

  @Test
  void oneNumberOfTwoVerdictsIsDifferentContent() throws IOException {
    String other = verdict(EventKind.INVALIDATION, FIRST, 0, "hostB-1:1", "m1", 1, 120_000);
    write("ivt.ndjson", invalidation(FIRST, 0, 1), other, close(FIRST, 1));
    Result result = check();
    assertThat(result.status()).isEqualTo(ExitCode.WRONG);
    assertThat(result.out())
        .contains(
            "ivt-1:0: number twice, different content: 2 events with this number differ in clickId");
  }

  @Test
  void wrongVerdictsAreInTheJson() throws IOException {
    write("ivt.ndjson", invalidation(FIRST, 0, 77), close(FIRST, 1));
    JsonNode json = new JsonMapper().readTree(check("--json").out());
    assertThat(json.path("found").toString()).isEqualTo("{\"unknown-click\":1}");
    JsonNode finding = json.path("findings").get(0);
    assertThat(finding.path("weight").asText()).isEqualTo("wrong");
    assertThat(finding.path("place").asText()).isEqualTo("ivt-1:0");
  }

  @Test
  void copiesOfAVerdictWithAnotherReasonAreOneVerdict() throws IOException {
    String one = invalidation(FIRST, 0, 4);
    write("ivt.ndjson", one, one.replace("repeat@2", "repeat@3"), close(FIRST, 1));
    isWrong(Kind.DIFFERENT, "differ in reason: only one");
  }

  /** A wrong letter in the counter's id takes money from an ad. */
  @Test
  void verdictOnAClickOfACounterThatIsInNoArchiveIsWrongIfAllWereRead() throws IOException {
    String mistyped = verdict(EventKind.INVALIDATION, FIRST, 0, "hostB-1:1", "m1", 1, 120_000);
    write("ivt.ndjson", mistyped, close(FIRST, 1));
    assertThat(check().out()).contains("judged clicks not looked up", "FINE: ");
    Result all = tool.run("archive", "check", "--set", "ops.archives=" + directory);
    assertThat(all.status()).as(all.out()).isEqualTo(ExitCode.WRONG);
    assertThat(all.out())
        .contains(
            "invalidation ivt-1:0 judges hostB-1:1. No archive has an event of that counter: ad"
                + " 'm1' has 1 click and 0.12 less")
        .doesNotContain("not looked up");
  }
}
