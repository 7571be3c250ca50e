package clickcounter.tools.judge;

import static clickcounter.tools.judge.JudgedArchive.DAY_MS;
import static clickcounter.tools.judge.JudgedArchive.MINUTE;
import static clickcounter.tools.judge.JudgedArchive.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Trees;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.tools.EventFiles;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which clicks of a day are invalid, and which verdicts are new. */
class JudgeTest {
  private static final String REPEAT = ExampleRules.repeat("repeat@1", 10 * SECOND);
  private static final String RATE = ExampleRules.rate("rate@1", 3, MINUTE);
  private static final String UNSEEN = ExampleRules.unseen("unseen@1", 30 * MINUTE);
  private static final long NOON = 12 * 60 * MINUTE;

  @TempDir private Path directory;
  private JudgedArchive day;

  @BeforeEach
  void begin() {
    day = new JudgedArchive(directory);
  }

  /** Clicks that a run finds which is the first. */
  private List<String> found(String... rules) throws IOException {
    day.write();
    done(day.judge(day.rules("r1", rules)));
    return day.files().isEmpty() ? List.of() : day.verdicts("ivt-20270115-r1");
  }

  private static Result done(Result result) {
    assertThat(result.status()).as(result.out() + result.err()).isEqualTo(ExitCode.OK);
    return result;
  }

  private static String invalidation(String clickId, String reason) {
    return "invalidation " + clickId + " " + reason;
  }

  @Test
  void aRepeatIsAClickOfTheSameVisitorOnTheSameAdWithinTheTime() throws IOException {
    day.click("m1", "a", NOON);
    String repeat = day.click("m1", "a", NOON + 10 * SECOND);
    String again = day.click("m1", "a", NOON + 11 * SECOND);
    day.click("m1", "a", NOON + 21 * SECOND + 1);
    day.click("m2", "a", NOON + 1);
    day.click("m1", "b", NOON + 1);
    assertThat(found(REPEAT))
        .containsExactly(invalidation(repeat, "repeat@1"), invalidation(again, "repeat@1"));
  }

  @Test
  void ofClicksOfOneMomentTheOneWithTheLowestNumberIsTheFirst() throws IOException {
    day.click("m1", "a", NOON);
    String repeat = day.click("m1", "a", NOON);
    assertThat(found(REPEAT)).containsExactly(invalidation(repeat, "repeat@1"));
  }

  @Test
  void allClicksOfATimeWithMoreThanAPersonMakesAreInvalid() throws IOException {
    day.click("m0", "a", NOON - 20 * SECOND - 1);
    List<String> bot = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      bot.add(invalidation(day.click("m" + i, "a", NOON + i * 20 * SECOND), "rate@1"));
    }
    day.click("m9", "a", NOON + 80 * SECOND + 1);
    for (int i = 0; i < 3; i++) {
      day.click("m" + i, "b", NOON + i); // as many as a person makes
    }
    day.click("m3", "b", NOON + 2 + MINUTE);
    // Within a minute there are 3 clicks from the first on, 4 from NOON on, 3 from 20 s later on.
    assertThat(found(RATE)).isEqualTo(bot);
  }

  @Test
  void clicksFromWhereAnAdsClicksUsuallyDoNotComeFromAreInvalid() throws IOException {
    List<String> unusual = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      day.clickFrom("NL", "m1", i - 30 * MINUTE);
      day.clickFrom("BR", "m2", i - 30 * MINUTE);
      day.clickFrom("NL", "m1", NOON + i);
      day.clickFrom("BR", "m2", NOON + i);
      unusual.add(invalidation(day.clickFrom("BR", "m1", NOON + i), "elsewhere@1"));
    }
    assertThat(found(ExampleRules.elsewhere("elsewhere@1", 30))).isEqualTo(unusual);
  }

  @Test
  void aClickNeedsAnImpressionOfItsAdByItsVisitorBeforeIt() throws IOException {
    day.impression("m0", "z", NOON - 60 * MINUTE);
    day.impression("m1", "a", NOON);
    day.impression("m1", "a", NOON + 31 * MINUTE); // behind the next click
    day.click("m1", "a", NOON + 30 * MINUTE);
    day.click("m1", "a", NOON + 61 * MINUTE);
    day.impression("m2", "b", NOON);
    day.impression("m3", "b", NOON + 1);
    String late = day.click("m2", "b", NOON + 30 * MINUTE + 1);
    String notShown = day.click("m2", "c", NOON + 1);
    String before = day.click("m3", "b", NOON);
    day.impression("m4", "d", NOON);
    day.click("m4", "d", NOON); // one moment
    assertThat(found(UNSEEN))
        .containsExactly(
            invalidation(late, "unseen@1"),
            invalidation(notShown, "unseen@1"),
            invalidation(before, "unseen@1"));
  }

  @Test
  void anImpressionOfNobodyKnownMayHaveBeenAnybodys() throws IOException {
    day.impression("m0", "z", 0);
    day.impression("m1", null, NOON);
    day.click("m1", "a", NOON + MINUTE);
    day.click("m1", "b", NOON + MINUTE);
    String other = day.click("m2", "a", NOON + MINUTE);
    assertThat(found(UNSEEN)).containsExactly(invalidation(other, "unseen@1"));
  }

  @Test
  void aClickIsNotUnseenIfTheArchivesBeginAfterItsImpression() throws IOException {
    day.impression("m0", "z", NOON);
    day.click("m1", "a", NOON + 30 * MINUTE - 1);
    String judged = day.click("m1", "a", NOON + 30 * MINUTE);
    assertThat(found(UNSEEN)).containsExactly(invalidation(judged, "unseen@1"));
  }

  @Test
  void nobodyIsFoundOfWhomNothingIsKnown() throws IOException {
    day.impression("m0", "z", 0);
    for (int i = 0; i < 9; i++) {
      day.click("m1", null, NOON);
    }
    assertThat(found(REPEAT, RATE, UNSEEN)).isEmpty();
  }

  @Test
  void onlyChargedClicksOfTheDayAreJudgedAndTheDayBeforeIsLookedAt() throws IOException {
    day.click("m1", "a", -5 * SECOND);
    day.click("m1", "a", -1);
    String first = day.click("m1", "a", 0);
    String last = day.click("m1", "a", 86_400_000 - 1);
    day.click("m1", "a", 86_400_000 - 2);
    day.event(EventKind.FILTERED_BOTS, "m1", "a", 86_400_000 - 1);
    day.click("m1", "a", 86_400_000);
    assertThat(found(REPEAT))
        .containsExactly(invalidation(first, "repeat@1"), invalidation(last, "repeat@1"));
  }

  @Test
  void theFirstRuleThatFindsAClickGivesTheReason() throws IOException {
    day.click("m1", "a", NOON);
    String repeat = day.click("m1", "a", NOON);
    day.click("m1", "a", NOON + MINUTE);
    String late = day.click("m1", "a", NOON + MINUTE + 20 * SECOND);
    assertThat(found(REPEAT, ExampleRules.repeat("slow@3", 30 * SECOND)))
        .containsExactly(invalidation(repeat, "repeat@1"), invalidation(late, "slow@3"));
  }

  @Test
  void verdictsAreNumberedInTheOrderOfTheClicksIdsAndTheLastEventIsTheClose() throws IOException {
    day.click("m1", "b", NOON + 9);
    String second = day.click("m1", "b", NOON + 10);
    day.click("m1", "a", NOON);
    String third = day.click("m1", "a", NOON + 1);
    found(REPEAT);
    List<String> lines = EventFiles.read(day.out.resolve("ivt-20270115-r1.ndjson"));
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).startsWith("{\"eventId\":\"ivt-20270115-r1:0\"").contains(second);
    assertThat(lines.get(1)).startsWith("{\"eventId\":\"ivt-20270115-r1:1\"").contains(third);
    long nowMs = day.tool().now.toEpochMilli();
    assertThat(lines.subList(0, 2))
        .allMatch(line -> line.contains("\"author\":\"ivt\""))
        .allMatch(line -> line.contains("\"timestamp\":" + nowMs + ","));
    assertThat(lines.get(2)).isEqualTo(EventWriter.toLine(new Close("ivt-20270115-r1", 2, nowMs)));
  }

  @Test
  void copiesOfFilesAreNoRepeats() throws IOException {
    day.click("m1", "a", NOON);
    day.write();
    EventFiles.write(directory.resolve("archive/copy.ndjson.gz"), day.lines());
    assertThat(done(day.judge(day.rules("r1", REPEAT))).out()).contains("NOTHING NEW");
  }

  @Test
  void aNumberWithTwoDifferentClicksIsNotJudged() throws IOException {
    day.click("m1", "a", NOON);
    String twice = day.click("m1", "a", NOON + 1);
    day.write();
    EventFiles.write(
        directory.resolve("archive/other.ndjson"),
        List.of(day.lines().get(1).replace("\"costMicros\":1", "\"costMicros\":2")));
    Result result = done(day.judge(day.rules("r1", REPEAT)));
    assertThat(twice).endsWith(":1");
    assertThat(result.out()).contains("2027-01-15: 1 click", "NOTHING NEW");
  }

  /** A day that has what each rule finds. */
  private void someOfAll() {
    day.impression("m0", "z", 0);
    for (int i = 0; i < 5; i++) {
      day.impression("m" + i, "bot", NOON);
      day.click("m" + i, "bot", NOON + i);
    }
    day.impression("m1", "a", NOON);
    day.click("m1", "a", NOON + MINUTE);
    day.click("m1", "a", NOON + MINUTE + 1);
    day.click("m2", "b", NOON);
  }

  @Test
  void aJobThatIsRepeatedDoesNothing() throws IOException {
    someOfAll();
    day.write();
    Path rules = day.rules("r1", REPEAT, RATE, UNSEEN);
    Result first = done(day.judge(rules));
    assertThat(first.out())
        .contains(
            "2027-01-15: 8 clicks, 0 of them without a visitor",
            "  rate@1: 5\n",
            "  repeat@1: 1\n",
            "  unseen@1: 1\n",
            "New: 7 invalidations and 0 reinstatements, costs fall by 0.7",
            "ivt-20270115-r1.ndjson. Send it: clicks archive replay ");
    byte[] written = Files.readAllBytes(day.out.resolve("ivt-20270115-r1.ndjson"));

    Result second = done(day.judge(rules));
    assertThat(second.out()).contains("7 of those found are invalid already", "NOTHING NEW");
    assertThat(day.files()).containsExactly("ivt-20270115-r1.ndjson");
    Files.delete(day.out.resolve("ivt-20270115-r1.ndjson"));
    done(day.judge(rules));
    assertThat(day.out.resolve("ivt-20270115-r1.ndjson")).hasBinaryContent(written);
  }

  @Test
  void theOrderOfFilesAndLinesDoesNotMatter() throws IOException {
    someOfAll();
    day.write();
    done(day.judge(day.rules("r1", REPEAT, RATE, UNSEEN)));
    List<String> expected = EventFiles.read(day.out.resolve("ivt-20270115-r1.ndjson"));
    for (int seed = 0; seed < 2; seed++) {
      Files.delete(day.out.resolve("ivt-20270115-r1.ndjson"));
      List<String> lines = new ArrayList<>(day.lines());
      Collections.shuffle(lines, new Random(seed));
      int cut = lines.size() / 3;
      EventFiles.write(directory.resolve("archive/hostA.ndjson"), lines.subList(0, cut));
      EventFiles.write(directory.resolve("archive/b.ndjson.gz"), lines.subList(cut, lines.size()));
      done(day.judge(day.rules("r1", REPEAT, RATE, UNSEEN)));
      assertThat(EventFiles.read(day.out.resolve("ivt-20270115-r1.ndjson")))
          .as("seed " + seed)
          .isEqualTo(expected);
    }
  }

  @Test
  void changedRulesWriteOnlyWhatDiffers() throws IOException {
    day.click("m1", "a", NOON);
    String near = day.click("m1", "a", NOON + SECOND);
    String far = day.click("m1", "a", NOON + 9 * SECOND);
    String later = day.click("m1", "a", NOON + 29 * SECOND);
    day.write();
    done(day.judge(day.rules("r1", REPEAT)));
    assertThat(day.verdicts("ivt-20270115-r1"))
        .containsExactly(invalidation(near, "repeat@1"), invalidation(far, "repeat@1"));

    done(day.judge(day.rules("r2", ExampleRules.repeat("repeat@2", 5 * SECOND))));
    assertThat(day.verdicts("ivt-20270115-r2")).containsExactly("reinstatement " + far + " ivt@r2");

    done(day.judge(day.rules("r3", ExampleRules.repeat("repeat@3", 20 * SECOND))));
    assertThat(day.verdicts("ivt-20270115-r3"))
        .containsExactly(invalidation(far, "repeat@3"), invalidation(later, "repeat@3"));

    done(day.judge(day.rules("r2", ExampleRules.repeat("repeat@2", 5 * SECOND))));
    assertThat(day.verdicts("ivt-20270115-r2-2"))
        .containsExactly("reinstatement " + far + " ivt@r2", "reinstatement " + later + " ivt@r2");
    isFine();
  }

  private void isFine() {
    Result check = day.run("archive", "check", directory.resolve("archive"));
    assertThat(check.status()).as(check.out()).isEqualTo(ExitCode.OK);
    assertThat(check.out()).endsWith("FINE: what is written is what is counted.\n");
  }

  @Test
  void clicksThatCameLateAreJudgedInAnotherRunOfTheSameRules() throws IOException {
    day.click("m1", "a", NOON);
    String repeat = day.click("m1", "a", NOON + 1);
    assertThat(found(REPEAT)).containsExactly(invalidation(repeat, "repeat@1"));
    String late = day.click("m1", "a", NOON + 2);
    day.write();
    done(day.judge(day.rules("r1", REPEAT)));
    assertThat(day.verdicts("ivt-20270115-r1-2")).containsExactly(invalidation(late, "repeat@1"));
    isFine();
  }

  @Test
  void whatOthersDecidedStays() throws IOException {
    day.click("m1", "a", NOON);
    String taken = day.click("m1", "a", NOON + 1);
    String appealed = day.click("m1", "a", NOON + 2);
    String other = day.click("m9", "b", NOON);
    day.write();
    day.write("audit-1", "audit", EventKind.INVALIDATION, taken, other);
    done(day.judge(day.rules("r1", REPEAT)));
    assertThat(day.verdicts("ivt-20270115-r1")).containsExactly(invalidation(appealed, "repeat@1"));

    day.write("appeal-1", "appeals", EventKind.REINSTATEMENT, appealed);
    Result after = done(day.judge(day.rules("r2", REPEAT)));
    assertThat(after.out())
        .contains("1 of those found are invalid already, 1 were reinstated by others", "NOTHING");
    Result withdrawn = done(day.judge(day.rules("r3", NOTHING)));
    assertThat(withdrawn.out()).contains("NOTHING NEW"); // both are decided by others
    isFine();
  }

  private static final String NOTHING = ExampleRules.rate("rate@1", 99, SECOND);

  private void hasNothingNew(String version, String rule) throws IOException {
    assertThat(done(day.judge(day.rules(version, rule))).out()).contains("NOTHING NEW");
    isFine();
  }

  @Test
  void anAppealStaysWhateverItsCounterIsCalled() throws IOException {
    day.click("m1", "a", NOON);
    String appealed = day.click("m1", "a", NOON + 1);
    assertThat(found(REPEAT)).containsExactly(invalidation(appealed, "repeat@1"));
    day.write("ivt-20270115-appeal1", "appeals", EventKind.REINSTATEMENT, appealed);
    for (String version : List.of("r1", "r2", "appeal1")) {
      hasNothingNew(version, REPEAT);
      hasNothingNew(version, NOTHING);
    }
    assertThat(day.files()).containsExactly("ivt-20270115-r1.ndjson");
  }

  @Test
  void whatAnotherJudgeTookBackStaysWhateverItsCounterIsCalled() throws IOException {
    String taken = day.click("m1", "a", NOON);
    day.write();
    day.write("ivt-20270115-forest1", "forest", EventKind.INVALIDATION, taken);
    hasNothingNew("r1", REPEAT);
    hasNothingNew("forest1", NOTHING);
  }

  @Test
  void whatAnAppealGaveBackToAnotherJudgeIsNotTakenBack() throws IOException {
    day.click("m1", "a", NOON);
    String appealed = day.click("m1", "a", NOON + 1);
    day.write();
    day.write("x", "forest", EventKind.INVALIDATION, appealed);
    day.write("y", "appeals", EventKind.REINSTATEMENT, appealed);
    hasNothingNew("r1", REPEAT);
  }

  @Test
  void whatAnotherJudgeTookBackAfterAnAppealIsNotGivenBack() throws IOException {
    day.click("m1", "a", NOON);
    String taken = day.click("m1", "a", NOON + 1);
    assertThat(found(REPEAT)).hasSize(1);
    day.write("x", "appeals", EventKind.REINSTATEMENT, taken);
    day.write("y", "forest", EventKind.INVALIDATION, taken);
    hasNothingNew("r2", NOTHING);
  }

  @Test
  void itsOwnVerdictsAreThoseOfItsAuthorOnClicksOfTheDay() throws IOException {
    String before = day.click("m1", "a", -1);
    String taken = day.click("m1", "a", NOON);
    day.write();
    day.write("somebody-7", "ivt", EventKind.INVALIDATION, before, taken);
    done(day.judge(day.rules("r1", NOTHING)));
    assertThat(day.verdicts("ivt-20270115-r1"))
        .containsExactly("reinstatement " + taken + " ivt@r1");
    isFine();
  }

  @Test
  void aCounterOfTheSameNameIsNotContinued() throws IOException {
    day.click("m1", "a", NOON);
    String repeat = day.click("m1", "a", NOON + 1);
    String other = day.click("m2", "a", NOON + 1);
    day.write();
    day.write("ivt-20270115-r1", "forest", EventKind.INVALIDATION, other);
    done(day.judge(day.rules("r1", REPEAT)));
    assertThat(day.verdicts("ivt-20270115-r1-2")).containsExactly(invalidation(repeat, "repeat@1"));
    isFine();
  }

  @Test
  void aRunThatWasKilledWroteNothingAndTheNextWritesAll() throws IOException {
    someOfAll();
    day.write();
    Path half = EventFiles.write(day.out.resolve("ivt-20270115-r1.ndjson.new"), List.of("{\"ev"));
    day.tool().now = day.tool().now.plusSeconds(3_600);
    Result result = day.judge(day.rules("r1", REPEAT, RATE, UNSEEN));
    assertThat(result.out()).contains("New: 7 invalidations");
    assertThat(half).doesNotExist();
    day.tool().now = day.tool().now.plusSeconds(3_600);
    assertThat(done(day.judge(day.rules("r1", REPEAT, RATE, UNSEEN))).out())
        .contains("NOTHING NEW");
    assertThat(day.files()).containsExactly("ivt-20270115-r1.ndjson");
  }

  /** Shows a later time with each reading, and ends the run with one of them. */
  private static final class KillingClock extends Clock {
    private final long startMs;
    private int left;

    KillingClock(long startMs, int readings) {
      this.startMs = startMs;
      this.left = readings;
    }

    @Override
    public Instant instant() {
      if (left-- == 0) {
        throw new IllegalStateException("killed");
      }
      return Instant.ofEpochMilli(startMs - left);
    }

    @Override
    public ZoneOffset getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  @Test
  void runsByTheTableThatStaysWriteNothingTwiceWhereverTheyAreKilled() throws IOException {
    someOfAll();
    day.write();
    Path rules = day.rules("r1", REPEAT, RATE, UNSEEN);
    Path written = directory.resolve("out/ivt-20270115-r1.ndjson");
    Result result = null;
    for (int readings = 0; result == null || result.status() != ExitCode.OK; readings++) {
      assertThat(written).doesNotExist();
      result = day.judgeAll(rules, new KillingClock(day.tool().now.toEpochMilli(), readings));
      assertThat(readings).as(result.err()).isBetween(0, 9);
    }
    assertThat(EventFiles.read(written)).hasSize(8);
    // The first run that reads what was written, one without a table, and one without the file.
    for (int i = 0; i < 3; i++) {
      result = day.judgeAll(rules, new KillingClock(day.tool().now.toEpochMilli() + 1_000, 99));
      assertThat(done(result).out()).contains("7 of those found are invalid already");
      if (i == 0) {
        Trees.delete(directory.resolve("table"));
      } else {
        Files.deleteIfExists(written);
      }
    }
    assertThat(directory.resolve("out")).isEmptyDirectory();
  }

  @Test
  void aCountedClickThatNoFileHasHoldsTheDayOpen() throws IOException {
    day.click("m1", "a", NOON);
    day.click("m1", "a", NOON + 1);
    day.write();
    done(day.judge(day.rules("r1", REPEAT)));
    EventFiles.write(directory.resolve("archive/hostA.ndjson"), day.lines().subList(0, 1));
    isHeldOpenBy("hostA-01 1..2: counted, and in no archive");
  }

  private void isHeldOpenBy(String numbers) throws IOException {
    List<String> before = day.files();
    Result result = day.judge(day.rules("r9", REPEAT));
    assertThat(result.status()).as(result.out() + result.err()).isEqualTo(ExitCode.MISSING);
    assertThat(result.out()).contains("2027-01-15 is not judged", numbers);
    assertThat(day.judge(day.rules("r9", REPEAT), "--json").out())
        .contains("\"heldOpenBy\" : [ \"" + numbers);
    assertThat(day.files()).isEqualTo(before);
  }

  @Test
  void anEventThatMayStillComeHoldsTheDayOpen() throws IOException {
    day.click("m1", "a", NOON);
    day.click("m1", "a", NOON + 1);
    day.archive();
    day.tool().counting.receive(day.lines().subList(0, 2));
    isHeldOpenBy("hostA-01 2 and all above: the counter is not closed");
    day.tool().counting.receive(day.lines().subList(2, 3));
    assertThat(found(REPEAT)).hasSize(1);
  }

  @Test
  void aCounterInNoFileHoldsTheDayOpen() throws IOException {
    day.click("m1", "a", NOON);
    day.write();
    day.tool().counting.receive(List.of(day.lines().get(0).replace("hostA-01", "hostX-1")));
    isHeldOpenBy("hostX-1 1 and all above: the counter is in no archive");
  }

  /** Nobody was charged for it, so nothing is taken back. */
  @Test
  void aClickThatIsWrittenOffIsNotJudged() throws IOException {
    day.click("m1", "a", NOON);
    String first = day.click("m1", "b", NOON);
    String repeat = day.click("m1", "a", NOON + 1);
    String counted = day.click("m1", "b", NOON + 1);
    day.archive();
    List<String> arrived = new ArrayList<>(day.lines());
    arrived.remove(2);
    day.tool().counting.receive(arrived);
    isHeldOpenBy(repeat.replace(":", " ") + ": archived and not counted");

    Path decisions = directory.resolve("archive/ops");
    String counterId = repeat.substring(0, repeat.indexOf(':'));
    String ops = "--set=ops.archive=" + decisions;
    done(day.run("counters", "write-off", counterId, "2", "--why", "rejected", ops));
    day.tool().countQueue();
    Result result = done(day.judge(day.rules("r1", REPEAT)));
    assertThat(result.out()).contains("2027-01-15: 3 clicks");
    assertThat(day.verdicts("ivt-20270115-r1")).containsExactly(invalidation(counted, "repeat@1"));
    assertThat(first).isNotEqualTo(counted);
  }

  /** An old event of another kind says nothing of impressions. */
  @Test
  void aClickIsNotUnseenIfItsCounterHasNoImpressionSoEarly() throws IOException {
    day.event(EventKind.BUDGET, "m1", null, -14 * 24 * 60 * MINUTE);
    day.click("m1", "a", 5 * SECOND);
    day.click("m1", "a", 40 * MINUTE);
    day.nextService();
    day.impression("m2", "b", -45 * MINUTE);
    String unseen = day.click("m1", "c", 5 * SECOND);
    assertThat(found(UNSEEN)).containsExactly(invalidation(unseen, "unseen@1"));
  }

  @Test
  void aVerdictThatFitsAnotherClickIsNotInForce() throws IOException {
    day.click("m1", "a", NOON);
    String repeat = day.click("m1", "a", NOON + 1);
    day.write();
    day.write("audit-1", "audit", EventKind.INVALIDATION, repeat);
    Path wrong = directory.resolve("archive/audit-1.ndjson");
    EventFiles.write(
        wrong,
        EventFiles.read(wrong).stream().map(line -> line.replace("\"m1\"", "\"m2\"")).toList());
    done(day.judge(day.rules("r1", REPEAT)));
    assertThat(day.verdicts("ivt-20270115-r1")).containsExactly(invalidation(repeat, "repeat@1"));
  }

  @Test
  void aDryRunSaysTheSameAndWritesNothing() throws IOException {
    someOfAll();
    day.write();
    Path rules = day.rules("r1", REPEAT);
    JsonNode dry = new JsonMapper().readTree(done(day.judge(rules, "--dry-run", "--json")).out());
    assertThat(day.files()).isEmpty();
    JsonNode written = new JsonMapper().readTree(done(day.judge(rules, "--json")).out());
    assertThat(dry.path("file").isNull()).isTrue();
    assertThat(written.path("file").asText()).endsWith("ivt-20270115-r1.ndjson");
    assertThat(dry.path("counterId").asText()).isEqualTo("ivt-20270115-r1");
    assertThat(dry.path("invalidations").asLong()).isEqualTo(1);
    assertThat(dry.path("takenBackMicros")).isEqualTo(written.path("takenBackMicros"));
    assertThat(dry.path("found").path("repeat@1").asLong()).isEqualTo(1);
  }

  @Test
  void aFileThatIsThereIsNeverOverwritten() throws IOException {
    someOfAll();
    day.write();
    Path taken =
        EventFiles.write(day.out.resolve("ivt-20270115-r1.ndjson"), List.of("{\"eventId\":"));
    Result result = day.judge(day.rules("r1", REPEAT));
    assertThat(result.status()).isEqualTo(ExitCode.FAILED);
    assertThat(result.err()).contains(taken.toString(), "expected no such file");
    assertThat(taken).hasContent("{\"eventId\":");
  }

  @Test
  void aDayThatIsNotOverIsRefused() throws IOException {
    someOfAll();
    day.write();
    day.tool().now = Instant.ofEpochMilli(DAY_MS + 86_400_000 - 1);
    Result result = day.judge(day.rules("r1", REPEAT));
    assertThat(result.status()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains("--day", "ends at 2027-01-16T00:00:00Z");
  }

  @Test
  void aDayWithoutClicksHasNoVerdict() throws IOException {
    day.impression("m1", "a", NOON);
    day.click("m1", "a", -1);
    day.write();
    Result result = day.judge(day.rules("r1", REPEAT));
    assertThat(result.status()).isEqualTo(ExitCode.FAILED);
    assertThat(result.err()).contains("NO VERDICT: there is no click of 2027-01-15");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rule: x, reason: x@1                      | rule 1: sql is missing",
        "reason: x@1, sql: SELECT 1                | rule 1: rule is missing",
        "rule: x, reason: x, sql: SELECT 1         | rule 1: reason: expected a word and a version",
        "rule: x, reason: x@1, sql: [SELECT 1]     | rule 1: sql: expected a value",
        "'rule: x, reason: x@1, sql: y, clicks: 7' | rule 1: clicks: expected one of"
      })
  void aWrongRuleIsNamed(String rule, String message) throws IOException {
    someOfAll();
    day.write();
    Path rules = day.rules("r1", "  - {" + rule + "}\n");
    Result result = day.judge(rules);
    assertThat(result.status()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains("rules file " + rules + ": ", message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELEC 1                                        | Parser Error",
        "SELECT counter FROM clicks                     | \"sequence\" does not exist",
        "SELECT counter, sequence FROM counted_events   | counted_events does not exist",
        "SELECT * FROM clicks; DROP TABLE clicks        | a single SELECT",
        "COPY clicks TO 'DIR/file.csv'                  | a single SELECT",
        "SELECT * FROM read_text('DIR/archive/a')       | file system operations are disabled",
        "SELECT * FROM 'DIR/archive/a.csv'              | file system operations are disabled"
      })
  void aRuleCanOnlyAskTheTablesOfTheDay(String sql, String message) throws IOException {
    someOfAll();
    day.write();
    String of = sql.replace("DIR", directory.toString());
    Path rules = day.rules("r1", REPEAT, "  - rule: own\n    reason: own@1\n    sql: " + of + "\n");
    Result result = day.judge(rules);
    assertThat(result.status()).as(result.out() + result.err()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains("rule own: ", message, "Nothing was written");
    assertThat(day.files()).isEmpty();
    assertThat(directory.resolve("file.csv")).doesNotExist();
  }

  @Test
  void anOperatorsRuleFindsClicksOfTheDayAlone() throws IOException {
    day.click("m1", "a", -1);
    String click = day.click("m1", null, NOON);
    day.impression("m1", "a", NOON);
    String own = "  - {rule: own, reason: own@1, sql: FROM events}\n";
    assertThat(found(own)).containsExactly(invalidation(click, "own@1"));
  }

  @Test
  void theExampleFindsWhatItSays() throws IOException {
    day.impression("m0", "z", -45 * MINUTE);
    day.impression("m1", "a", -MINUTE);
    day.click("m1", "a", -1);
    String repeat = day.click("m1", "a", 1);
    String unseen = day.click("m2", "a", MINUTE);
    List<String> expected = new ArrayList<>();
    expected.add(invalidation(repeat, "repeat@2"));
    expected.add(invalidation(unseen, "unseen@1"));
    for (int i = 0; i < 21; i++) {
      day.impression("m" + i, "bot", NOON);
      expected.add(invalidation(day.click("m" + i, "bot", NOON + i * SECOND), "rate@1"));
    }
    day.write();
    done(day.judge(Files.writeString(directory.resolve("example.yaml"), ExampleRules.file())));
    assertThat(day.verdicts("ivt-20270115-r7")).containsExactlyElementsOf(expected);
  }

  @Test
  void thePageShowsARuleOfTheExample() throws IOException {
    assertThat(Files.readString(Path.of("ARCHIVE.md"))).contains(ExampleRules.rule("repeat"));
  }

  @Test
  void aWrongRulesFileIsNamed() throws IOException {
    someOfAll();
    day.write();
    for (String text : List.of("author: ivt\nversion: r7\nbefore: 1h\n", "- 7", "a: [", "")) {
      Path rules = Files.writeString(directory.resolve("wrong.yaml"), text);
      Result result = day.judge(rules);
      assertThat(result.status()).as(text).isEqualTo(ExitCode.USAGE);
      assertThat(result.err()).contains("rules file " + rules);
    }
    Path soon = day.rules("r1", REPEAT);
    Files.writeString(soon, Files.readString(soon).replace("1h", "soon"));
    assertThat(day.judge(soon).err()).contains("rules file " + soon + ": before: expected ");
    Path rules = day.rules("r-7", REPEAT);
    assertThat(day.judge(rules).err()).contains("version: expected 1 to 16 letters", "'r-7'");
  }
}
