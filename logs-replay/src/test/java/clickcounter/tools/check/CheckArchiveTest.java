package clickcounter.tools.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Tool;
import clickcounter.tools.Zozotown;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a service's author learns of what the service writes. */
class CheckArchiveTest {
  private static final long START_MS = 1_799_999_000_000L;
  private static final String COUNTER = "hostA-1";

  @TempDir private Path directory;
  private final Tool tool = new Tool();

  private static String click(long sequence, long timestampMs, long costMicros) {
    return EventWriter.toLine(
        new AdEvent(COUNTER, sequence, EventKind.CLICK, "m1", timestampMs, costMicros));
  }

  private static String click(long sequence) {
    return click(sequence, START_MS + sequence, 1_000);
  }

  private static String close(long sequence) {
    return EventWriter.toLine(new Close(COUNTER, sequence, START_MS + sequence));
  }

  private Path write(String name, String... lines) throws IOException {
    return EventFiles.write(directory.resolve(name), List.of(lines));
  }

  private Result check(Object... options) {
    List<Object> words = new ArrayList<>(List.of("archive", "check", directory));
    words.addAll(Arrays.asList(options));
    return tool.run(words.toArray());
  }

  @Test
  void closedCounterWithoutHolesIsFine() throws IOException {
    write("a.ndjson", click(0), click(1));
    write("a.ndjson.1.gz", click(3), click(2), close(4));
    Result result = check();
    assertThat(result.status()).as(result.out()).isEqualTo(ExitCode.OK);
    assertThat(result.out())
        .contains("5 events of 1 counter in 2 files, 1 closed properly", "FINE:");
  }

  @Test
  void holesAreMissingNumbers() throws IOException {
    write("a.ndjson", click(1), click(2), click(5), close(6));
    Result result = check();
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
    assertThat(result.out()).contains("hostA-1: missing numbers: 0, 3..4", "missing numbers: 3\n");
  }

  @Test
  void counterThatWasNeverClosedIsMissingUnlessThatIsOk() throws IOException {
    write("a.ndjson", click(0));
    assertThat(check().status()).isEqualTo(ExitCode.MISSING);
    assertThat(check().out()).contains("hostA-1: never closed", "--open-ok");
    assertThat(check("--open-ok").status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void badLineIsNamedWithItsPlaceAndReason() throws IOException {
    Path file = write("a.ndjson", click(0), "{\"eventId\":", click(1), close(2));
    Result result = check();
    assertThat(result.status()).isEqualTo(ExitCode.WRONG);
    long at = click(0).length() + 1;
    assertThat(result.out()).contains(file + ", byte " + at + ": no event: not-json: ", "WRONG:");
  }

  @Test
  void wholeEventInABadLineIsNamed() throws IOException {
    Path file = write("a.ndjson", click(0).substring(0, 40) + click(1), close(2));
    Path half =
        Files.writeString(directory.resolve("b.ndjson"), click(7).substring(0, 40) + click(3));
    for (String words : List.of("--json", "--all")) {
      assertThat(check(words).out())
          .contains(
              file.toString(), half.toString(), "whole but not counted, event hostA-1:1: write")
          .contains("whole but not counted, event hostA-1:3: write");
    }
  }

  /** Decoded with replacement, they would be one ad with the sum of both budgets. */
  @Test
  void adsThatDifferInABadByteAreNoEvents() throws IOException {
    Path file = directory.resolve("a.ndjson");
    String text = click(0).replace("\"m1\"", "\"caf\u00e9\"") + "\n";
    Files.writeString(file, text + text.replace('\u00e9', '\u00e8'), StandardCharsets.ISO_8859_1);
    Result result = check("--open-ok");
    assertThat(result.status()).isEqualTo(ExitCode.WRONG);
    assertThat(result.out())
        .contains(file + ", byte 0: no event: not-text: expected UTF-8, found the byte e9")
        .contains(
            file
                + ", byte %d: no event: not-text: expected UTF-8, found the byte e8"
                    .formatted(text.length()));
  }

  @Test
  void byteOrderMarkAndHoleAreNoPartOfAnEvent() throws IOException {
    write("a.ndjson", "\ufeff" + click(0), "\0".repeat(2_000) + click(1), close(2));
    Result result = check();
    assertThat(result.status()).as(result.out()).isEqualTo(ExitCode.OK);
  }

  /** Whoever writes a line must neither reach the terminal nor look like a finding of ours. */
  @Test
  void whatALineSaysIsShownInOneLineWithoutControlCharacters() throws IOException {
    write(
        "a.ndjson",
        click(0).replace("hostA-1:0", "\\u001b]0;pwned\\u0007\\nFINE: forged"),
        click(1),
        close(2));
    Result result = check();
    assertThat(result.out()).doesNotContain("\u001b", "\u0007", "\nFINE: forged");
  }

  @Test
  void lineThatIsTooLongIsNamed() throws IOException {
    Path file = write("a.ndjson", click(0), "x".repeat(70_000), "y".repeat(600_000), close(1));
    Result result = check();
    assertThat(result.status()).isEqualTo(ExitCode.WRONG);
    long at = click(0).length() + 1;
    assertThat(result.out())
        .contains(file + ", byte " + at + ": no event: too-long")
        .contains(file + ", byte " + (at + 70_001) + ": no event");
  }

  @Test
  void numberTwiceIsWrongOnlyWithDifferentContent() throws IOException {
    write("a.ndjson", click(0), click(1), close(2));
    write("b.ndjson", click(1));
    Result same = check();
    assertThat(same.status()).as(same.out()).isEqualTo(ExitCode.OK);
    assertThat(same.out()).contains("3 events of 1 counter in 2 files, 1 closed properly\nFINE:");

    write("b.ndjson", click(1, START_MS + 1, 2_000));
    Result different = check();
    assertThat(different.status()).isEqualTo(ExitCode.WRONG);
    assertThat(different.out())
        .contains(
            "hostA-1:1: number twice, different content: 2 events with this number differ in"
                + " costMicros or budgetMicros: only one of them is counted");
  }

  @Test
  void timesInSecondsAndFarAheadAreWrongAndTimeThatGoesBackIsAHint() throws IOException {
    write(
        "a.ndjson",
        click(0, START_MS / 1_000, 1),
        click(1, START_MS + 90_000, 1),
        click(2, START_MS, 1),
        click(3, START_MS + 365L * 86_400_000, 1),
        close(4));
    Result result = check();
    assertThat(result.status()).isEqualTo(ExitCode.WRONG);
    assertThat(result.out())
        .contains(
            "hostA-1:0: implausible time: timestamp 1799999000 (1970-",
            "hostA-1:2: time goes backwards: it is 90000 ms before",
            "hostA-1:3: implausible time: ");
  }

  @Test
  void timesAreJudgedByTheSettingsOfTheTopology() throws IOException {
    write("a.ndjson", click(0, START_MS / 1_000, 1), click(1), close(2));
    assertThat(check().out())
        .contains("at least 946684800000 (2000-01-01T00:00:00Z, setting earliestTimestampMs)");
    assertThat(check("--set", "earliestTimestampMs=0").out()).contains("FINE:");
    assertThat(check("--set", "earliestTimestampMs=" + (START_MS + 1_000_000)).out())
        .contains("hostA-1:1: implausible time: timestamp");
  }

  @Test
  void eventAfterTheCloseIsWrong() throws IOException {
    write("a.ndjson", click(0), close(1), click(2));
    Result result = check();
    assertThat(result.status()).isEqualTo(ExitCode.WRONG);
    assertThat(result.out()).contains("hostA-1: after the close: 2, closed at 1");
  }

  @Test
  void halfLineIsMissingAndDamagedFileIsNoVerdict() throws IOException {
    Path file = write("a.ndjson", click(0), close(1));
    Files.writeString(file, click(0) + "\n" + close(1) + "\n" + click(2).substring(0, 20));
    Result half = check();
    assertThat(half.status()).isEqualTo(ExitCode.MISSING);
    long at = click(0).length() + close(1).length() + 2;
    assertThat(half.out()).contains(file + ", byte " + at + ": half line");

    Path packed = write("b.ndjson.gz", click(0));
    byte[] bytes = Files.readAllBytes(packed);
    Files.write(packed, Arrays.copyOf(bytes, bytes.length - 9));
    Result damaged = check();
    assertThat(damaged.status()).isEqualTo(ExitCode.FAILED);
    assertThat(damaged.out()).contains(packed.toString(), "damaged file", "NO VERDICT");
  }

  /** A decoder's end is not the file's end. */
  @Test
  void whatStandsBehindAPackedFileIsDamageAndNoVerdict() throws IOException {
    Path packed = write("a.ndjson.gz", click(0), close(1));
    Files.writeString(packed, click(2) + "\n", StandardOpenOption.APPEND);
    Result damaged = check("--open-ok");
    assertThat(damaged.status()).as(damaged.out()).isEqualTo(ExitCode.FAILED);
    assertThat(damaged.out()).contains(packed + ", byte ", ": damaged file: ", "2 events");
  }

  @Test
  void firstTwentyOfEachKindAreShownUnlessAllAreWanted() throws IOException {
    String[] bad = new String[30];
    Arrays.fill(bad, "bad");
    write("a.ndjson", bad);
    assertThat(check().out().lines().filter(line -> line.contains(": no event: "))).hasSize(20);
    assertThat(check().out()).contains("no event: 30 (--all shows all)");
    assertThat(check("--all").out().lines().filter(line -> line.contains(": no event: ")))
        .hasSize(30);

    JsonNode json = new JsonMapper().readTree(check("--json").out());
    assertThat(json.path("found").path("bad-line").asLong()).isEqualTo(30);
    assertThat(json.path("findings")).hasSize(20);
    assertThat(json.path("findings").get(0).path("place").asText()).endsWith("a.ndjson, byte 0");
  }

  private Result checkAll(Object... options) {
    Path table = directory.resolve("table");
    List<Object> words = new ArrayList<>(List.of("archive", "check"));
    words.addAll(List.of("--set", "ops.archives=" + directory.resolve("in")));
    words.addAll(List.of("--set", "ops.table=" + table));
    words.addAll(Arrays.asList(options));
    return tool.run(words.toArray());
  }

  @Test
  void tableOfTheSettingIsBroughtUpToDateAndKeepsWhatIsGone() throws IOException {
    Path first = write("in/a.ndjson", click(0), click(2));
    assertThat(checkAll().out()).contains("2 events of 1 counter in 1 file, 0", "numbers: 1\n");
    assertThat(checkAll().out()).contains("2 events of 1 counter in 1 file, 0", "numbers: 1\n");
    Path half = write("in/b.ndjson", click(1), close(3));
    Files.writeString(half, click(4).substring(0, 20), StandardOpenOption.APPEND);
    assertThat(checkAll().out()).contains("4 events", "  half line: 1\nMISSING");
    Files.delete(first);
    Files.move(half, half.resolveSibling("b.ndjson.1"));
    Files.writeString(half.resolveSibling("b.ndjson.1"), "\n", StandardOpenOption.APPEND);
    Result rotated = checkAll();
    assertThat(rotated.out()).contains("4 events of 1 counter in 1 file, 1", "no event: 1\nWRONG");
    assertThat(rotated.out()).doesNotContain("half line");
  }

  @Test
  void archivesThatAreNamedAreCheckedAloneAndLeaveTheTableAsItIs() throws IOException {
    write("in/a.ndjson", click(0), click(2));
    checkAll();
    Path other = write("b.ndjson", click(1), close(3));
    assertThat(checkAll(other).out()).contains("2 events", "hostA-1: missing numbers: 0, 2\n");
    assertThat(checkAll().out()).contains("2 events", "hostA-1: missing numbers: 1\n");
  }

  @Test
  void theRealArchiveIsAsItIsKnownToBe() throws IOException {
    assumeThat(Zozotown.directory()).isPresent();
    Path archive = Zozotown.directory().orElseThrow().resolve("archive");
    Result result = tool.run("archive", "check", "--json", archive);
    JsonNode json = new JsonMapper().readTree(result.out().getBytes(StandardCharsets.UTF_8));
    assertThat(json.path("events").asLong()).isEqualTo(40_367);
    assertThat(json.path("found").toString()).isEqualTo("{\"not-closed\":12}");
    assertThat(result.status()).isEqualTo(ExitCode.MISSING);
    assertThat(tool.run("archive", "check", "--open-ok", archive).status()).isZero();
  }
}
