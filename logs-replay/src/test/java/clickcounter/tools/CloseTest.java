package clickcounter.tools;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.reading.RetiredCounters;
import clickcounter.store.DocumentKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An operator closes the counter of a service that crashed. Nothing that comes after all is lost.
 */
class CloseTest {
  private static final String CRASHED = "hostB-20270115_080000-bbbbbb";
  private static final int COUNTED = 20;

  @TempDir private Path directory;
  private final Tool tool = new Tool();
  private Path archive;
  private Path ops;

  private static String impression(long sequence) {
    return "{\"eventId\":\"%s:%d\",\"type\":\"impression\",\"adId\":\"m\",\"timestamp\":%d}"
        .formatted(CRASHED, sequence, Counting.NOW_MS + sequence);
  }

  private static List<String> impressions(int to) {
    return new ArrayList<>(
        Stream.iterate(0, i -> i < to, i -> i + 1).map(CloseTest::impression).toList());
  }

  /** The service crashed with two lines in its archive that it had not sent. */
  @BeforeEach
  void crash() throws Exception {
    count(impressions(COUNTED));
    archive = EventFiles.write(directory.resolve("archive/a.ndjson"), impressions(COUNTED + 2));
    ops = directory.resolve("ops");
    tool.now = tool.now.plus(Duration.ofHours(1));
  }

  /** The second write confirms the first. */
  private void count(List<String> lines) {
    tool.counting.receive(lines);
    tool.counting.write();
  }

  private void countQueue() {
    tool.countQueue();
    tool.counting.write();
    tool.now = tool.now.plusSeconds(60);
  }

  private Result close(Object... options) {
    return counters("close", options);
  }

  private Result counters(String command, Object... options) {
    List<Object> words = new ArrayList<>(List.of("counters", command, CRASHED));
    words.addAll(List.of("--why", "host burnt", "--set", "ops.archive=" + ops));
    words.addAll(Arrays.asList(options));
    return tool.run(words.toArray());
  }

  private String shown() {
    return tool.run("counters", "show", CRASHED).out();
  }

  private void retire() {
    tool.now = tool.now.plus(Duration.ofDays(100));
    assertThat(tool.run("counters", "retire").status()).isZero();
    tool.now = tool.now.plus(Duration.ofDays(1));
    assertThat(tool.run("counters", "retire").status()).isZero();
  }

  private boolean isRetired() {
    return !tool.counting.store.contents().containsKey(DocumentKey.counter(CRASHED))
        && tool.counting.store.contents().containsKey(RetiredCounters.key(CRASHED));
  }

  @Test
  void itIsClosedAfterTheLastLineOfItsArchiveAndWhatWasNotSentIsMissing() throws Exception {
    Result close = close(archive);

    assertThat(close.status()).as(close.err()).isZero();
    assertThat(close.out()).contains("after 21", "2 events missing: archive replay --only-missing");
    try (Stream<Path> files = Files.walk(ops)) {
      Path written = files.filter(Files::isRegularFile).findFirst().orElseThrow();
      assertThat(EventFiles.read(written)).isEqualTo(tool.sentLines());
    }
    countQueue();
    assertThat(shown()).contains("closed by an operator", "host burnt", "20..21  missing since");
    assertThat(tool.run("counters", "show").out()).contains("closed by an operator");
    assertThat(tool.run("counters", "gaps").out())
        .contains(CRASHED + "  closed by an operator", "2 events missing")
        .contains("1 closed by operators");

    tool.run("archive", "replay", "--only-missing", archive);
    countQueue();
    assertThat(tool.run("counters", "gaps").status()).isZero();
    assertThat(shown()).contains("closed by an operator", "counted      22 of 22");
  }

  @Test
  void itIsNotRetiredWhileEventsOfItAreMissing() {
    close(archive);
    countQueue();
    retire();
    assertThat(isRetired()).isFalse();

    tool.run("archive", "replay", "--only-missing", archive);
    countQueue();
    retire();
    assertThat(isRetired()).isTrue();
    Result replay = tool.run("archive", "replay", "--only-missing", archive);
    assertThat(replay.out()).contains("nothing was sent");
  }

  @Test
  void anEventThatComesAfterAllIsCountedOnceAndOpensIt() {
    close("--last", COUNTED - 1);
    countQueue();
    assertThat(shown()).contains("closed by an operator");

    long before = tool.counting.duplicates;
    tool.run("archive", "replay", "--only-missing", archive);
    countQueue();
    assertThat(tool.counting.duplicates).isEqualTo(before);
    assertThat(shown())
        .contains("not closed, as 21 came after it was closed at 19 by an operator", "22 of 22");
    assertThat(tool.run("counters", "gaps").out()).contains("not closed, as 21 came");
    retire();
    assertThat(isRetired()).isFalse();
  }

  @Test
  void anEventThatComesAfterRetirementIsMissingAndSent() {
    close("--last", COUNTED - 1);
    countQueue();
    retire();
    assertThat(isRetired()).isTrue();

    tool.run("archive", "replay", "--only-missing", archive);
    assertThat(tool.sentLines()).containsExactly(impression(20), impression(21));
  }

  @Test
  void aCloseIsRevoked() {
    close(archive);
    countQueue();

    Result reopen = counters("reopen");

    assertThat(reopen.status()).as(reopen.err()).isZero();
    countQueue();
    assertThat(shown()).contains("not closed, reopened by an operator");
    Result again = counters("reopen");
    assertThat(again.status()).isEqualTo(ExitCode.MISSING);
    assertThat(again.err()).contains("not closed by an operator; nothing was sent");
  }

  @Test
  void aCounterThatIsClosedIsLeftAsItIs() {
    close(archive);
    countQueue();
    Result again = close(archive);
    assertThat(again.status()).isZero();
    assertThat(again.out()).contains("closed already; nothing was sent");
    assertThat(tool.queue).isEmpty();
  }

  @Test
  void aLaterLineOfTheArchiveMovesTheClose() throws Exception {
    close("--last", COUNTED - 1);
    countQueue();
    assertThat(close(archive).out()).contains("after 21");
    countQueue();
    assertThat(tool.run("counters", "gaps").out()).contains("20..21  missing since");
    assertThat(shown()).contains("closed by an operator");
  }

  @Test
  void theLastNumberIsNeverGuessed() {
    for (Result result : List.of(close(), close("--last", 25, archive), close("--last", 18))) {
      assertThat(result.status()).as(result.err()).isEqualTo(64);
      assertThat(result.err()).containsAnyOf("either the archives", "expected 19 or more");
    }
    assertThat(tool.queue).isEmpty();
  }

  @Test
  void archivesThatLackItsEndAreNotBelieved() throws Exception {
    Path old = EventFiles.write(directory.resolve("old.ndjson"), impressions(COUNTED - 1));
    Result close = close(old);
    assertThat(close.status()).isEqualTo(ExitCode.MISSING);
    assertThat(close.err()).contains("counted events up to 19, and these files have none so high");
    assertThat(tool.queue).isEmpty();
  }

  @Test
  void aServiceThatMayLiveKeepsItsCounter() {
    tool.now = tool.now.minus(Duration.ofMinutes(61));
    Result close = close(archive);
    assertThat(close.status()).isEqualTo(ExitCode.MISSING);
    assertThat(close.err()).contains("its service may live", "nothing was sent");
    assertThat(close("--force", archive).status()).isZero();
  }

  @Test
  void aCounterThatItsArchiveClosesIsToBeReplayed() throws Exception {
    List<String> lines = impressions(COUNTED);
    lines.add(
        "{\"eventId\":\"%s:20\",\"type\":\"close\",\"timestamp\":%d}"
            .formatted(CRASHED, Counting.NOW_MS + 20));
    Path closed = EventFiles.write(directory.resolve("closed.ndjson"), lines);
    Result close = close(closed);
    assertThat(close.status()).isEqualTo(ExitCode.MISSING);
    assertThat(close.err()).contains("closes in these files, with number 20");
  }

  @Test
  void aCounterThatNobodyKnowsIsRefused() {
    Result close = tool.run("counters", "close", "hostX-1", "--why", "x", "--last", 4);
    assertThat(close.status()).isEqualTo(ExitCode.MISSING);
    assertThat(close.err()).contains("in no file and not in Riak");
    assertThat(tool.queue).isEmpty();
  }
}
