package clickcounter.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a service's author learns of the archives that his service writes. */
class CheckArchiveTest {
  private static final String COUNTER = "hostA-20270115_080000-aaaaaa";

  @TempDir private Path directory;
  private final Tool tool = new Tool();

  private static String impression(long sequence, String adId) {
    return "{\"eventId\":\"%s:%d\",\"type\":\"impression\",\"adId\":\"%s\",\"timestamp\":%d}"
        .formatted(COUNTER, sequence, adId, Counting.NOW_MS + sequence);
  }

  private static String close(long sequence) {
    return "{\"eventId\":\"%s:%d\",\"type\":\"close\",\"timestamp\":%d}"
        .formatted(COUNTER, sequence, Counting.NOW_MS + sequence);
  }

  private Path archive(String name, String... lines) throws Exception {
    return EventFiles.write(directory.resolve("archive").resolve(name), List.of(lines));
  }

  @Test
  void whatIsNumberedOneByOneAndClosedIsFine() throws Exception {
    archive("a.ndjson", impression(0, "m"), impression(1, "m"), close(2));

    Tool.Result check = tool.run("check-archive", directory.resolve("archive"));

    assertThat(check.status()).as(check.out() + check.err()).isZero();
    assertThat(check.out()).isEqualTo("3 events of 1 counter\n");
  }

  @Test
  void holesAreNamed() throws Exception {
    archive("a.ndjson", impression(1, "m"), impression(4, "m"), close(5));

    Tool.Result check = tool.run("check-archive", directory.resolve("archive"));

    assertThat(check.status()).isEqualTo(1);
    assertThat(check.out()).contains(COUNTER + ": no line has 0, 2..3");
  }

  @Test
  void counterThatIsNotClosedIsNamedUnlessThatIsAccepted() throws Exception {
    archive("a.ndjson", impression(0, "m"));

    Tool.Result check = tool.run("check-archive", directory.resolve("archive"));

    assertThat(check.status()).isEqualTo(1);
    assertThat(check.out()).contains(COUNTER + ": not closed");
    assertThat(tool.run("check-archive", "--open-ok", directory.resolve("archive")).status())
        .isZero();
  }

  @Test
  void linesThatAreNoEventsAreNamedWithTheirPlace() throws Exception {
    Path file = archive("a.ndjson", impression(0, "m"), "rubbish", close(1));

    Tool.Result check = tool.run("check-archive", directory.resolve("archive"));

    assertThat(check.status()).isEqualTo(2);
    assertThat(check.out()).contains(file + ":2: bad line: not-json");
  }

  @Test
  void copiesAreHarmless() throws Exception {
    archive("a.ndjson", impression(0, "m"), close(1));
    archive("b.ndjson.gz", impression(0, "m"), close(1));

    Tool.Result check = tool.run("check-archive", directory.resolve("archive"));

    assertThat(check.status()).as(check.out()).isZero();
    assertThat(check.out()).contains("2 events of 1 counter, 2 lines repeated, which is harmless");
  }

  @Test
  void eventsBehindTheCloseAndAheadOfTheClockAreWrong() throws Exception {
    archive(
        "a.ndjson",
        impression(0, "m"),
        close(1),
        impression(2, "m").replace("" + (Counting.NOW_MS + 2), "" + (Counting.NOW_MS * 2)));

    Tool.Result check = tool.run("check-archive", directory.resolve("archive"));

    assertThat(check.status()).isEqualTo(2);
    assertThat(check.out())
        .contains(COUNTER + ": after its close come 2", "1 event ahead of this machine's clock");
  }

  @Test
  void twoEventsWithOneNumberAreShownAndRenumbered() throws Exception {
    archive("a.ndjson", impression(0, "m"), impression(1, "m"), impression(2, "m"), close(3));
    Path second =
        archive("b.ndjson.gz", impression(0, "x"), impression(1, "m"), impression(2, "y"));
    Path corrected = directory.resolve("corrected");

    Tool.Result check =
        tool.run("check-archive", "--renumber", corrected, directory.resolve("archive"));

    assertThat(check.status()).isEqualTo(2);
    assertThat(check.out())
        .contains("Numbers that several events have", "  " + COUNTER + ":0", second + ":1: ");
    assertThat(check.err()).contains("2 events got new numbers", "  " + second);
    assertThat(Files.readAllLines(corrected.resolve("b.ndjson")))
        .containsExactly(impression(1, "m"));
    Files.delete(second);
    Tool.Result again = tool.run("check-archive", directory.resolve("archive"), corrected);
    assertThat(again.status()).as(again.out() + again.err()).isZero();
    assertThat(again.out()).contains("7 events of 2 counters, 1 line repeated");
  }

  /** Two processes of a service used one counter: half of their events was dropped. */
  @Test
  void aServiceThatNumberedTwiceIsMended() throws Exception {
    List<String> one = new ArrayList<>();
    List<String> two = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      one.add(impression(i, "m" + i % 3));
      two.add(impression(i, "n" + i % 5));
    }
    Path first = archive("a.ndjson", one.toArray(String[]::new));
    Path second = archive("b.ndjson", two.toArray(String[]::new));
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
    Tool.Result check = tool.run("check-archive", "--renumber", corrected, archive);
    assertThat(check.status()).isEqualTo(2);
    Files.delete(second);
    Files.move(corrected, archive.resolve("corrected"));
    String[] counters = check.err().replaceAll("(?s).*Then: recount (.*) PATH.*", "$1").split(" ");
    Tool.Result recount =
        tool.run("recount", counters[0], counters[1], counters[2], counters[3], archive);

    assertThat(recount.status()).as(recount.out() + recount.err()).isZero();
    Tool.Result audit = tool.run("audit", "--wait", "0s", archive);
    assertThat(audit.status()).as(audit.out()).isZero();
    assertThat(audit.out()).contains("EQUAL");
    assertThat(Files.readAllLines(first)).hasSize(50);
  }

  @Test
  void directoryWithFilesIsNotWrittenInto() throws Exception {
    archive("a.ndjson", impression(0, "m"), close(1));

    Tool.Result check = tool.run("check-archive", "--renumber", directory, directory);

    assertThat(check.status()).isEqualTo(64);
    assertThat(check.err()).contains("Nothing was written");
  }
}
