package clickcounter.tools.renumber;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.tools.Counting;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

    Result renumber = tool.run("renumber", "--to", corrected, directory.resolve("archive"));

    assertThat(renumber.status()).as(renumber.err()).isZero();
    assertThat(renumber.out())
        .contains("2 events got new numbers", "  " + second, "then: recount --counter " + COUNTER)
        .doesNotContain("  " + first);
    assertThat(Files.readAllLines(corrected.resolve("b.ndjson"))).containsExactly(sameEvent);
    try (var files = Files.list(corrected)) {
      Path own = files.filter(f -> !f.endsWith("b.ndjson")).findFirst().orElseThrow();
      assertThat(Files.readAllLines(own)).hasSize(3).last().asString().contains("\"close\"");
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
    assertThat(tool.run("audit", "--wait", "0s", archive).status()).isEqualTo(2);

    Path corrected = directory.resolve("corrected");
    Result renumber = tool.run("renumber", "--to", corrected, archive);
    Files.delete(second);
    Files.move(corrected, archive.resolve("corrected"));
    String[] counters =
        renumber.out().replaceAll("(?s).*then: recount (.*) PATH.*", "$1").split(" ");
    Result recount =
        tool.run("recount", counters[0], counters[1], counters[2], counters[3], archive);

    assertThat(recount.status()).as(recount.out() + recount.err()).isZero();
    Result audit = tool.run("audit", "--wait", "0s", archive);
    assertThat(audit.out()).contains("EQUAL");
    assertThat(audit.status()).isZero();
  }

  @Test
  void nothingIsWrittenWhereNoNumberIsTakenTwice() throws Exception {
    archive("a.ndjson", List.of(impression(0, "m")));
    archive("b.ndjson", List.of(impression(0, "m")));
    Path corrected = directory.resolve("corrected");

    Result renumber = tool.run("renumber", "--to", corrected, directory.resolve("archive"));

    assertThat(renumber.status()).isZero();
    assertThat(renumber.out()).contains("no number is taken twice");
    assertThat(corrected).doesNotExist();
  }

  @Test
  void directoryWithFilesIsNotWrittenInto() throws Exception {
    archive("a.ndjson", List.of(impression(0, "m")));

    Result renumber = tool.run("renumber", "--to", directory, directory);

    assertThat(renumber.status()).isEqualTo(64);
    assertThat(renumber.err()).contains("Nothing was written");
  }
}
