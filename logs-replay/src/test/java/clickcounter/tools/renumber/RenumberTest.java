package clickcounter.tools.renumber;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.NoVerdict;
import clickcounter.tools.Counting;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Tool;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.Troubles;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes of a service used one counter. */
class RenumberTest {
  private static final String COUNTER = "hostA-20270115_080000-aaaaaa";

  @TempDir private Path directory;
  private final Tool tool = new Tool();

  private static String impression(long sequence, String adId) {
    return "{\"eventId\":\"%s:%d\",\"type\":\"impression\",\"adId\":\"%s\",\"timestamp\":%d}"
        .formatted(COUNTER, sequence, adId, Counting.NOW_MS + sequence);
  }

  private Path archive(String name, List<String> lines) throws Exception {
    return EventFiles.write(directory.resolve("archive").resolve(name), lines);
  }

  @Test
  void theFirstEventKeepsItsNumberAndTheOthersGetNewOnes() throws Exception {
    Path first =
        archive("a.ndjson", List.of(impression(0, "m"), impression(1, "m"), impression(2, "m")));
    // The same event written in another way, and two others.
    String sameEvent = impression(1, "m").replace("\":\"", "\": \"");
    Path second =
        archive("b.ndjson.gz", List.of(impression(0, "x"), sameEvent, impression(2, "y")));
    Path corrected = directory.resolve("corrected");

    Result renumber =
        tool.run("archive", "renumber", "--out", corrected, directory.resolve("archive"));

    assertThat(renumber.status()).as(renumber.err()).isZero();
    assertThat(renumber.out())
        .contains(
            "2 events got new numbers",
            "  " + second,
            "then: documents recount --counter " + COUNTER)
        .doesNotContain("  " + first);
    assertThat(Files.readAllLines(corrected.resolve("b.ndjson"))).containsExactly(sameEvent);
    try (var files = Files.list(corrected)) {
      Path own = files.filter(f -> !f.endsWith("b.ndjson")).findFirst().orElseThrow();
      assertThat(Files.readAllLines(own)).hasSize(3).last().asString().contains("\"close\"");
      // The name says before which time it has no events: that of the first one.
      assertThat(own.getFileName().toString()).startsWith("renumbered-20270115_080000-");
    }
  }

  @Test
  void aServiceThatNumberedTwiceIsMended() throws Exception {
    List<String> one = new ArrayList<>();
    List<String> two = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      one.add(impression(i, "m" + i % 3));
      two.add(impression(i, "n" + i % 5));
    }
    archive("a.ndjson", one);
    Path second = archive("b.ndjson", two);
    List<String> arrived = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      arrived.add(i % 2 == 0 ? one.get(i) : two.get(i));
      arrived.add(i % 2 == 0 ? two.get(i) : one.get(i));
    }
    tool.counting.receive(arrived);
    assertThat(tool.counting.duplicates).isEqualTo(50);
    Path archive = directory.resolve("archive");
    assertThat(tool.run("documents", "audit", archive).status()).isEqualTo(2);

    Path corrected = directory.resolve("corrected");
    Result renumber = tool.run("archive", "renumber", "--out", corrected, archive);
    Files.delete(second);
    Files.move(corrected, archive.resolve("corrected"));
    String[] counters =
        renumber.out().replaceAll("(?s).*then: documents recount (.*) PATH.*", "$1").split(" ");
    Result recount =
        tool.run(
            "documents", "recount", counters[0], counters[1], counters[2], counters[3], archive);

    assertThat(recount.status()).as(recount.out() + recount.err()).isZero();
    Result audit = tool.run("documents", "audit", archive);
    assertThat(audit.out()).contains("EQUAL");
    assertThat(audit.status()).isZero();
  }

  @Test
  void nothingIsWrittenWhereNoNumberIsTakenTwice() throws Exception {
    archive("a.ndjson", List.of(impression(0, "m")));
    archive("b.ndjson", List.of(impression(0, "m")));
    Path corrected = directory.resolve("corrected");

    Result renumber =
        tool.run("archive", "renumber", "--out", corrected, directory.resolve("archive"));

    assertThat(renumber.status()).isZero();
    assertThat(renumber.out()).contains("no number is taken twice");
    assertThat(corrected).doesNotExist();
  }

  /** A clash in the second line of two files; the rest of the second is no event. */
  private Path withLinesThatAreNoEvents() throws Exception {
    archive("a.ndjson", List.of(impression(0, "m"), impression(1, "m")));
    Path second = archive("b.ndjson", List.of("{\"type\":\"future\"}", impression(1, "x"), ""));
    Files.write(second, "{\"eventId\":\"half".getBytes(UTF_8), StandardOpenOption.APPEND);
    return second;
  }

  @Test
  void linesThatAreNoEventsStayByteByByteAndAreNamed() throws Exception {
    Path second = withLinesThatAreNoEvents();
    String before = Files.readString(second);
    Path corrected = directory.resolve("corrected");

    Result renumber =
        tool.run("archive", "renumber", "--out", corrected, directory.resolve("archive"));

    assertThat(renumber.status()).as(renumber.err()).isZero();
    assertThat(Files.readString(corrected.resolve("b.ndjson")))
        .isEqualTo(before.replace(impression(1, "x") + "\n", ""));
    assertThat(renumber.out())
        .contains("2 lines of all files are no events, and stay", "b.ndjson:1: bad line");
  }

  @Test
  void fileThatBreaksOffIsNotReplaced() throws Exception {
    archive("a.ndjson", List.of(impression(0, "m")));
    Path second = archive("b.ndjson.gz", List.of(impression(0, "x"), impression(1, "x")));
    byte[] whole = Files.readAllBytes(second);
    Files.write(second, Arrays.copyOf(whole, whole.length - 9));
    Path corrected = directory.resolve("corrected");

    Result renumber =
        tool.run("archive", "renumber", "--out", corrected, directory.resolve("archive"));

    assertThat(renumber.status()).isEqualTo(3);
    assertThat(renumber.err()).contains("b.ndjson.gz", "Nothing was written");
    assertThat(corrected).doesNotExist();
  }

  @Test
  void fileThatMayStillBeWrittenToIsNotReplaced() throws Exception {
    archive("a.ndjson", List.of(impression(0, "m")));
    Path second = archive("b.ndjson", List.of(impression(0, "x")));
    FileTime young = FileTime.from(tool.now.minusSeconds(600));
    Files.setLastModifiedTime(second, young);
    Path corrected = directory.resolve("corrected");

    Result renumber =
        tool.run("archive", "renumber", "--out", corrected, directory.resolve("archive"));

    assertThat(renumber.status()).isEqualTo(3);
    assertThat(renumber.err()).contains("b.ndjson was changed 10 min ago", "--live-ok");
    assertThat(corrected).doesNotExist();
    assertThat(
            tool.run(
                    "archive",
                    "renumber",
                    "--live-ok",
                    "--out",
                    corrected,
                    directory.resolve("archive"))
                .status())
        .isZero();
  }

  @Test
  void fileWithTheCloseOfItsCounterIsReplacedHoweverYoungItIs() throws Exception {
    archive("a.ndjson", List.of(impression(0, "m")));
    String close =
        "{\"eventId\":\"%s:1\",\"type\":\"close\",\"timestamp\":%d}"
            .formatted(COUNTER, Counting.NOW_MS);
    Path second = archive("b.ndjson", List.of(impression(0, "x"), close));
    Files.setLastModifiedTime(second, FileTime.from(tool.now));

    Result renumber =
        tool.run(
            "archive",
            "renumber",
            "--out",
            directory.resolve("corrected"),
            directory.resolve("archive"));

    assertThat(renumber.status()).as(renumber.err()).isZero();
  }

  @Test
  void ofTwoProcessesThatCloseTheCounterTheOneThatWroteMoreDoes() throws Exception {
    String close =
        "{\"eventId\":\"%s:%d\",\"type\":\"close\",\"timestamp\":%d}"
            .formatted(COUNTER, 1, Counting.NOW_MS + 3);
    Path first = archive("a.ndjson", List.of(impression(0, "m"), close));
    archive(
        "b.ndjson", List.of(impression(0, "x"), impression(1, "x"), close.replace(":1\"", ":2\"")));
    Path archive = directory.resolve("archive");
    Path corrected = directory.resolve("corrected");

    Result renumber = tool.run("archive", "renumber", "--out", corrected, archive);

    assertThat(renumber.out())
        .contains("1 event got new numbers", "left out, since they concern no ad: 1 event\n");
    assertThat(Files.readAllLines(corrected.resolve("a.ndjson")))
        .containsExactly(impression(0, "m"));
    Files.delete(first);
    Files.delete(archive.resolve("b.ndjson"));
    Files.move(corrected, archive.resolve("corrected"));
    assertThat(tool.run("archive", "check", archive).out()).contains("FINE");
  }

  @Test
  void closeOfACounterThatHasNoOtherKeepsItsNumber() throws Exception {
    String close =
        "{\"eventId\":\"%s:0\",\"type\":\"close\",\"timestamp\":%d}"
            .formatted(COUNTER, Counting.NOW_MS);
    archive("a.ndjson", List.of(close));
    archive("b.ndjson", List.of(impression(0, "x"), impression(1, "x")));
    Path corrected = directory.resolve("corrected");

    tool.run("archive", "renumber", "--out", corrected, directory.resolve("archive"));

    assertThat(corrected.resolve("a.ndjson")).doesNotExist();
    assertThat(Files.readAllLines(corrected.resolve("b.ndjson")))
        .containsExactly(impression(1, "x"));
  }

  @Test
  void moreClashesThanFitIntoMemoryAreToldWithWhatToDo() throws Exception {
    Path first = archive("a.ndjson", List.of(impression(0, "m"), impression(1, "m")));
    Path second = archive("b.ndjson", List.of(impression(0, "x"), impression(1, "x")));
    Clashes clashes = new Clashes(List.of(first, second), 1);

    assertThatExceptionOfType(NoVerdict.class)
        .isThrownBy(() -> clashes.find(new Troubles(), ScanProgress.NONE))
        .withMessageContainingAll("more than 1 numbers", "Nothing was written", "fewer files");
  }

  @Test
  void jsonIsJsonWithoutAClashToo() throws Exception {
    archive("a.ndjson", List.of(impression(0, "m")));

    Result renumber =
        tool.run(
            "archive",
            "renumber",
            "--json",
            "--out",
            directory.resolve("corrected"),
            directory.resolve("archive"));

    assertThat(new JsonMapper().readTree(renumber.out()).get("events").asInt()).isZero();
  }

  @Test
  void directoryWithFilesIsNotWrittenInto() throws Exception {
    archive("a.ndjson", List.of(impression(0, "m")));

    Result renumber = tool.run("archive", "renumber", "--out", directory, directory);

    assertThat(renumber.status()).isEqualTo(64);
    assertThat(renumber.err()).contains("Nothing was written");
  }
}
