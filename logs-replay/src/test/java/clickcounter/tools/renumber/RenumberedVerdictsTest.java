package clickcounter.tools.renumber;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Judgement;
import clickcounter.tools.Counting;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Tool;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two processes used one counter, and clicks of both are judged. */
class RenumberedVerdictsTest {
  private static final String COUNTER = "hostA-20270115_080000-aaaaaa";
  private static final String AUTHOR = "ivt-20270115-r7";

  @TempDir private Path directory;
  private final Tool tool = new Tool();
  private Path archive;
  private Path corrected;

  private static AdEvent click(String adId, long sequence) {
    return new AdEvent(
        COUNTER, sequence, EventKind.CLICK, adId, Counting.NOW_MS + sequence, 120_000);
  }

  private static AdEvent impression(String adId, long sequence) {
    return new AdEvent(
        COUNTER, sequence, EventKind.IMPRESSION, adId, Counting.NOW_MS + sequence, 0);
  }

  private static AdEvent verdict(String counterId, long sequence, EventKind kind, AdEvent click) {
    return new AdEvent(
        counterId,
        sequence,
        kind,
        click.adId(),
        click.timestampMs(),
        120_000,
        new Judgement("ivt@r7", click.eventId()));
  }

  private static AdEvent invalidation(long sequence, AdEvent click) {
    return verdict(AUTHOR, sequence, EventKind.INVALIDATION, click);
  }

  private static List<String> lines(AdEvent... events) {
    return Stream.of(events).map(EventWriter::toLine).toList();
  }

  private static String close(String counterId, long sequence) {
    return EventWriter.toLine(new Close(counterId, sequence, Counting.NOW_MS + 10));
  }

  /** The clicks 0 and 1 of one process on ad m, and those of the other one on ad x. */
  @BeforeEach
  void writeClicks() throws IOException {
    archive = directory.resolve("archive");
    corrected = directory.resolve("corrected");
    write("b1.ndjson", lines(click("m", 0), click("m", 1)));
    write("b2.ndjson", lines(click("x", 0), click("x", 1)));
  }

  private Path write(String name, List<String> lines) throws IOException {
    return EventFiles.write(archive.resolve(name), lines);
  }

  private Result renumber(Object... paths) {
    List<Object> words = new ArrayList<>(List.of("archive", "renumber", "--out", corrected));
    words.addAll(paths.length == 0 ? List.of(archive) : List.of(paths));
    Result result = tool.run(words.toArray());
    assertThat(result.status()).as(result.err()).isZero();
    return result;
  }

  private Result check() {
    return tool.run("archive", "check", "--open-ok", archive);
  }

  /** Puts the copies in the place of the files that the command names. */
  private void replace(Result renumber) throws IOException {
    for (String line : renumber.out().lines().filter(l -> l.startsWith("  /")).toList()) {
      Files.delete(Path.of(line.strip()));
    }
    Files.move(corrected, archive.resolve("corrected"), StandardCopyOption.ATOMIC_MOVE);
  }

  /** The file of the new counter. */
  private Path own() throws IOException {
    try (Stream<Path> files = Files.list(corrected)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("renumbered-"))
          .findFirst()
          .orElseThrow();
    }
  }

  private String newCounter() throws IOException {
    return own().getFileName().toString().replace(".ndjson", "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a-ivt.ndjson", "b11-ivt.ndjson.gz", "c-ivt.ndjson"})
  void verdictNamesTheNewNumberOfItsClickInWhateverOrderFilesAreRead(String name) throws Exception {
    String another = EventWriter.toLine(invalidation(1, click("m", 1))).replace(":", ": ");
    Path verdicts =
        write(
            name,
            List.of(
                EventWriter.toLine(invalidation(0, click("m", 0))),
                another.replace("r7: ", "r7:").replace("aaaaaa: ", "aaaaaa:"),
                EventWriter.toLine(invalidation(2, click("x", 1))),
                close(AUTHOR, 3)));
    assertThat(check().out()).contains("verdict unlike its click: 1\n");

    Result renumber = renumber();

    assertThat(renumber.out())
        .contains("  " + verdicts, "verdicts that name new numbers of clicks: 1 line\n");
    List<String> before = EventFiles.read(verdicts);
    assertThat(EventFiles.read(corrected.resolve(name.replace(".gz", ""))))
        .containsExactly(
            before.get(0),
            before.get(1),
            before.get(2).replace(COUNTER + ":1", newCounter() + ":1"),
            before.get(3));
    replace(renumber);
    assertThat(check().out()).contains("FINE").doesNotContain("verdict", "judged");
  }

  @Test
  void verdictOnTheClickThatKeepsItsNumberStaysAndItsFileIsNotReplaced() throws Exception {
    Path verdicts = write("ivt.ndjson", lines(invalidation(0, click("m", 0))));

    Result renumber = renumber();

    assertThat(renumber.out()).doesNotContain("  " + verdicts, "verdicts that");
    replace(renumber);
    assertThat(check().out()).contains("FINE").doesNotContain("verdict");
  }

  @Test
  void allCopiesOfAVerdictNameTheSameNewNumber() throws Exception {
    List<String> verdicts =
        lines(
            invalidation(0, click("x", 0)),
            verdict(AUTHOR, 1, EventKind.REINSTATEMENT, click("x", 0)));
    write("a.ndjson", verdicts);
    write("d.ndjson", verdicts);

    Result renumber = renumber();

    assertThat(renumber.out()).contains("verdicts that name new numbers of clicks: 4 lines\n");
    for (String copy : List.of("a.ndjson", "d.ndjson")) {
      assertThat(Files.readAllLines(corrected.resolve(copy)))
          .hasSize(2)
          .allMatch(line -> line.contains("\"clickId\":\"renumbered-"));
    }
    replace(renumber);
    assertThat(check().out())
        .contains("FINE", "number twice, same content: 2")
        .doesNotContain("different", "verdict");
  }

  @Test
  void clickThatSharesItsNumberWithAnImpressionTakesItsVerdictAlong() throws Exception {
    write("b1.ndjson", lines(impression("x", 0), impression("x", 1)));
    write("ivt.ndjson", lines(invalidation(0, click("x", 1))));
    assertThat(check().out()).contains("verdict on no charged click");

    replace(renumber());

    assertThat(check().out()).contains("FINE").doesNotContain("verdict");
  }

  @Test
  void verdictWhoseOwnNumberWasTakenGetsANewOneAndNamesItsClicksToo() throws Exception {
    write("ivt1.ndjson", lines(invalidation(0, click("m", 0))));
    write("ivt2.ndjson", lines(invalidation(0, click("x", 1))));

    Result renumber = renumber();

    String counterId = newCounter();
    assertThat(corrected.resolve("ivt2.ndjson")).isEmptyFile();
    assertThat(Files.readAllLines(own()))
        .hasSize(4)
        .anyMatch(line -> line.contains("\"clickId\":\"" + counterId + ":"));
    replace(renumber);
    assertThat(check().out()).contains("FINE").doesNotContain("verdict");
  }

  @Test
  void eventsOfTheNewCounterAreInTheOrderOfTheirTimes() throws Exception {
    write("b0.ndjson", lines(click("y", 1)));
    write("b1.ndjson", lines(click("m", 0), click("m", 1)));

    renumber();

    JsonMapper json = new JsonMapper();
    List<Long> times = new ArrayList<>();
    for (String line : Files.readAllLines(own())) {
      JsonNode event = json.readTree(line);
      assertThat(event.get("eventId").asText()).isEqualTo(newCounter() + ":" + times.size());
      times.add(event.get("timestamp").asLong());
    }
    assertThat(times).hasSize(4).isSorted();
  }

  @Test
  void lastLineThatHasNoNewlineGetsNone() throws Exception {
    Path verdicts = archive.resolve("ivt.ndjson");
    Files.writeString(verdicts, EventWriter.toLine(invalidation(0, click("x", 0))));

    renumber();

    assertThat(corrected.resolve("ivt.ndjson"))
        .hasContent(Files.readString(verdicts).replace(COUNTER, newCounter()));
    assertThat(Files.readString(corrected.resolve("ivt.ndjson"))).doesNotContain("\n");
  }

  @Test
  void clicksWhoseVerdictsMayBeInOtherFilesAreToldWithWhatToDo() throws Exception {
    Path elsewhere =
        EventFiles.write(
            directory.resolve("ivt").resolve("ivt.ndjson"), lines(invalidation(0, click("x", 0))));

    Result without = renumber();

    assertThat(without.out())
        .contains(
            "clicks with new numbers: 2 of " + COUNTER + ".",
            "in files that were not named keep the old numbers",
            "replace nothing, and run this again with these files");
    corrected = directory.resolve("again");
    replace(renumber(archive, elsewhere));
    assertThat(Files.readString(archive.resolve("corrected").resolve("ivt.ndjson")))
        .contains("\"clickId\":\"renumbered-");
    assertThat(check().out()).contains("FINE").doesNotContain("verdict");
  }

  @Test
  void verdictThatFitsNoEventOfItsNumberIsToldAndStays() throws Exception {
    Path verdicts = write("ivt.ndjson", lines(invalidation(0, click("y", 0))));

    Result renumber = renumber();

    assertThat(renumber.out())
        .contains("verdicts that fit no event of their number, and stay: 1 of " + COUNTER)
        .doesNotContain("  " + verdicts);
  }

  @Test
  void numbersOfVerdictsAreInTheJson() throws Exception {
    write("ivt.ndjson", lines(invalidation(0, click("x", 0)), invalidation(1, click("y", 0))));

    JsonNode judged =
        new JsonMapper()
            .readTree(tool.run("archive", "renumber", "--json", "--out", corrected, archive).out())
            .get("judged");

    assertThat(judged.get("verdicts").asInt()).isEqualTo(1);
    assertThat(judged.get("clicks").get(COUNTER).asInt()).isEqualTo(2);
    assertThat(judged.get("unfitVerdicts").get(COUNTER).asInt()).isEqualTo(1);
  }

  @Test
  void fileOfVerdictsThatMayStillBeWrittenToIsNotReplaced() throws Exception {
    Path verdicts = write("ivt.ndjson", lines(invalidation(0, click("x", 0))));
    Files.setLastModifiedTime(verdicts, FileTime.from(tool.now.minusSeconds(600)));

    Result renumber = tool.run("archive", "renumber", "--out", corrected, archive);

    assertThat(renumber.status()).isEqualTo(ExitCode.FAILED);
    assertThat(renumber.err()).contains("ivt.ndjson was changed 10 min ago", "Nothing was written");
    assertThat(corrected).doesNotExist();
  }
}
