package clickcounter.tools.ship;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.service.Transport;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What can happen to files, the position file, the broker and the process. */
class ShipperTest {
  private static final long NOW_MS = 1_800_000_000_000L;
  private static final int BATCH_LINES = 10;

  @TempDir private Path root;
  private Path logs;
  private Path file;
  private Path position;
  private final FakeQueue queue = new FakeQueue();
  private final List<String> said = new ArrayList<>();
  private final List<Lag> reports = new ArrayList<>();

  @BeforeEach
  void directories() throws IOException {
    logs = Files.createDirectories(root.resolve("logs"));
    file = logs.resolve("a.log");
    position = root.resolve("state").resolve("position");
  }

  /** Has messages when they are sent; a process that dies before the flush has not saved them. */
  private static final class FakeQueue implements Transport {
    final List<String> lines = new ArrayList<>();
    int messages;
    int failures;
    Runnable sent = () -> {};
    Runnable flushed = () -> {};

    @Override
    public void send(List<String> message) throws IOException {
      if (failures > 0) {
        failures--;
        throw new IOException("no broker answers");
      }
      messages++;
      lines.addAll(message);
      sent.run();
    }

    @Override
    public void flush() throws IOException {
      flushed.run();
      if (failures > 0) {
        failures--;
        throw new IOException("no broker answers");
      }
    }

    @Override
    public void close() {}
  }

  /** The process is killed. */
  private static final class Killed extends Error {}

  private String target = "queue clicks of tcp://broker1:61616";
  private boolean resend;
  private long nowMs = NOW_MS;
  private long nowNs;

  private InstantSource clock() {
    return () -> Instant.ofEpochMilli(nowMs);
  }

  private Shipper shipper() throws IOException {
    return shipper(logs);
  }

  private Shipper shipper(Path... directories) throws IOException {
    return new Shipper(
        List.of(directories),
        BATCH_LINES,
        queue,
        new Positions(position, target, resend, () -> nowNs, said::add),
        clock().withZone(ZoneOffset.UTC),
        () -> nowNs,
        said::add,
        reports::add);
  }

  /** One process that sends what is there, and ends. */
  private void shipOnce() throws IOException {
    try (Shipper shipper = shipper()) {
      drain(shipper);
    }
  }

  private static void drain(Shipper shipper) throws IOException {
    try {
      shipper.drain();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> lines(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(
            i ->
                EventWriter.toLine(
                    new AdEvent("hostA-1", i, EventKind.CLICK, "m1", NOW_MS - 60_000 + i, 1_000)))
        .toList();
  }

  private static void append(Path to, List<String> lines) throws IOException {
    appendText(to, lines.stream().map(line -> line + "\n").collect(Collectors.joining()));
  }

  private static void appendText(Path to, String text) throws IOException {
    Files.writeString(to, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static void gzip(Path from, Path to) throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(to))) {
      Files.copy(from, out);
    }
  }

  private static void truncate(Path path) throws IOException {
    Files.newByteChannel(path, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)
        .close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2_000, 600_000, 5_000_000})
  void holeAndByteOrderMarkBeforeALineAreNotSent(int holeBytes) throws IOException {
    String hole = "\0".repeat(holeBytes);
    appendText(file, hole + "\ufeff" + lines(0, 1).get(0).substring(0, 30));
    shipOnce();
    assertThat(queue.lines).isEmpty();
    appendText(file, lines(0, 1).get(0).substring(30) + "\n" + hole + lines(1, 2).get(0) + "\n");
    append(file, lines(2, 4));
    try (Shipper shipper = shipper()) {
      drain(shipper);
      assertThat(shipper.longLines()).isZero();
    }
    shipOnce();
    assertThat(queue.lines).isEqualTo(lines(0, 4));
  }

  /** As bytes would be: the parser rejects the line wherever it arrives. */
  @Test
  void bytesThatAreNotUtf8AreSentSoThatNoneIsLost() throws IOException {
    Files.writeString(file, "caf\u00e9\ncaf\u00e8\n", StandardCharsets.ISO_8859_1);
    shipOnce();
    assertThat(queue.lines).containsExactly("caf\udce9", "caf\udce8");
  }

  @Test
  void packedFileThatIsNotPackedOrHasSomethingBehindItIsNamed() throws IOException {
    append(file, lines(0, 30));
    gzip(file, logs.resolve("b.log.gz"));
    Files.delete(file);
    appendText(logs.resolve("b.log.gz"), lines(30, 31).get(0) + "\n");
    Files.createFile(logs.resolve("c.log.gz"));
    appendText(logs.resolve("d.log.zst"), "text\n");
    try (Shipper shipper = shipper()) {
      drain(shipper);
      assertThat(shipper.troubled().keySet())
          .extracting(path -> path.getFileName().toString())
          .containsExactly("b.log.gz", "c.log.gz", "d.log.zst");
    }
    assertThat(queue.lines).isEqualTo(lines(0, 30));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void eachLineIsSentOnceAndInOrder(boolean restarted) throws IOException {
    Shipper shipper = shipper();
    for (int i = 0; i < 100; i += 25) {
      append(file, lines(i, i + 25));
      shipper.pass();
      if (restarted) {
        shipper.close();
        shipper = shipper();
      }
    }
    shipper.close();
    assertThat(queue.lines).isEqualTo(lines(0, 100));
    assertThat(queue.messages).as("messages of %s lines", BATCH_LINES).isEqualTo(12);
    assertThat(said).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 50})
  void renamedFileGoesOnWhereItWas(int linesBefore) throws IOException {
    append(file, lines(0, linesBefore));
    shipOnce();
    append(file, lines(linesBefore, 60));
    Files.move(file, logs.resolve("a.log.1"));
    append(file, lines(60, 70));
    shipOnce();
    assertThat(queue.lines).containsExactlyInAnyOrderElementsOf(lines(0, 70));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 50})
  void fileThatIsTruncatedAfterACopyStartsAnewAndTheCopyIsSent(int linesBefore) throws IOException {
    append(file, lines(0, linesBefore));
    shipOnce();
    append(file, lines(linesBefore, 60));
    Files.copy(file, logs.resolve("a.log.1"));
    truncate(file);
    append(file, lines(60, 64));
    shipOnce();
    List<String> expected = new ArrayList<>(lines(0, linesBefore));
    expected.addAll(lines(0, 64));
    assertThat(queue.lines).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void fileThatIsLongerAgainAfterItsTruncationStartsAnew() throws IOException {
    append(file, lines(0, 20));
    shipOnce();
    truncate(file);
    append(file, lines(20, 60));
    shipOnce();
    assertThat(queue.lines).isEqualTo(lines(0, 60));
  }

  @Test
  void fileThatBeginsAlikeAndDiffersBeforeThePositionStartsAnew() throws IOException {
    append(file, lines(0, 50));
    shipOnce();
    truncate(file);
    append(file, lines(0, 20));
    append(file, lines(100, 200));
    shipOnce();
    assertThat(queue.lines).containsAll(lines(100, 200));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 50, 60})
  void compressedFileIsAnotherFile(int linesBefore) throws IOException {
    append(file, lines(0, linesBefore));
    shipOnce();
    append(file, lines(linesBefore, 60));
    gzip(file, logs.resolve("a.log.gz"));
    Files.delete(file);
    append(file, lines(60, 70));
    shipOnce();
    shipOnce();
    List<String> expected = new ArrayList<>(lines(0, linesBefore));
    expected.addAll(lines(0, 70));
    assertThat(queue.lines).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void wholeLinesOfADamagedFileAreSentOnce() throws IOException {
    append(file, lines(0, 100));
    Path packed = logs.resolve("b.log.gz");
    gzip(file, packed);
    Files.delete(file);
    byte[] whole = Files.readAllBytes(packed);
    Files.write(packed, Arrays.copyOf(whole, whole.length - 9));
    try (Shipper shipper = shipper()) {
      drain(shipper);
      assertThat(queue.lines).isNotEmpty().isEqualTo(lines(0, queue.lines.size()));
      assertThat(shipper.troubled().get(packed)).contains("Its whole lines are sent");
      int sent = queue.lines.size();
      drain(shipper);
      assertThat(queue.lines).hasSize(sent);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void halfLineIsUnsentAndHasNoAge(int linesBefore) throws IOException {
    append(file, lines(0, linesBefore));
    appendText(file, lines(1, 2).get(0).substring(0, 40));
    try (Shipper shipper = shipper()) {
      shipper.pass();
      assertThat(said).isEmpty();
      assertThat(shipper.lag().unsentBytes()).isEqualTo(40);
      assertThat(shipper.lag().oldestUnsentMs()).isZero();
    }
  }

  @Test
  void filesOfADirectoryThatIsAwayForAWhileAreNotSentAgain() throws IOException {
    append(file, lines(0, 20));
    try (Shipper shipper = shipper()) {
      shipper.pass();
      Files.move(logs, root.resolve("away"));
      shipper.pass();
      Files.move(root.resolve("away"), logs);
      assertThat(said).hasSize(1).allMatch(line -> line.contains(logs + ": cannot be read"));
      append(file, lines(20, 30));
      shipper.pass();
    }
    assertThat(queue.lines).isEqualTo(lines(0, 30));
  }

  /** The reader may have opened another file than the one that was looked at. */
  @Test
  void fileThatIsRenamedWhileItIsReadIsReadToItsEnd() throws IOException {
    append(file, lines(0, 25));
    queue.sent =
        () -> {
          queue.sent = () -> {};
          try {
            Files.move(file, logs.resolve("a.log.1"));
            append(file, lines(25, 30));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    shipOnce();
    assertThat(queue.lines).containsAll(lines(0, 30));
    shipOnce();
    assertThat(queue.lines).hasSizeLessThan(60);
  }

  @Test
  void directoryThatIsGoneAgesAndTheOthersGoOn() throws IOException {
    append(file, lines(0, 3));
    Path gone = root.resolve("gone");
    try (Shipper shipper = shipper(logs, gone)) {
      shipper.pass();
      assertThat(queue.lines).isEqualTo(lines(0, 3));
      assertThat(said)
          .containsExactly(
              gone + ": cannot be read, trying again: there is no such file or directory");
      assertThat(shipper.troubled()).containsOnlyKeys(gone);
      nowMs += 90_000;
      shipper.pass();
      assertThat(shipper.lag().oldestUnsentMs()).isEqualTo(90_000);
      append(Files.createDirectories(gone).resolve("b.log"), lines(3, 4));
      shipper.pass();
      assertThat(shipper.troubled()).isEmpty();
      assertThat(shipper.lag().oldestUnsentMs()).isZero();
    }
    assertThat(queue.lines).isEqualTo(lines(0, 4));
  }

  @Test
  void compressedFileThatIsStillBeingWrittenGoesOnWhereItWas() throws IOException {
    append(file, lines(0, 2_010));
    Path packed = logs.resolve("a.log.gz");
    gzip(file, packed);
    Files.delete(file);
    byte[] whole = Files.readAllBytes(packed);
    for (int bytes : new int[] {0, 1, 15, 500, whole.length / 2, whole.length - 4}) {
      Files.write(packed, Arrays.copyOf(whole, bytes));
      shipOnce();
      assertThat(queue.lines).isEqualTo(lines(0, queue.lines.size()));
    }
    Files.write(packed, whole);
    shipOnce();
    assertThat(queue.lines).isEqualTo(lines(0, 2_010));
  }

  @Test
  void fileThatStaysDamagedIsNamedOnceAndTheOthersGoOn() throws IOException {
    append(file, lines(0, 2_000));
    Path packed = logs.resolve("b.log.gz");
    gzip(file, packed);
    Files.delete(file);
    Files.write(packed, Arrays.copyOf(Files.readAllBytes(packed), (int) Files.size(packed) / 2));
    try (Shipper shipper = shipper()) {
      shipper.pass();
      int sent = queue.lines.size();
      assertThat(sent).as("its whole lines").isBetween(100, 1_999);
      assertThat(said).as("it may be being written").isEmpty();
      append(logs.resolve("c.log"), lines(5_000, 5_001));
      shipper.pass();
      shipper.pass();
      assertThat(queue.lines).hasSize(sent + 1);
      assertThat(said).hasSize(1);
      assertThat(said.get(0)).contains(packed.toString(), "ends early");
      assertThat(shipper.troubled()).containsOnlyKeys(packed);
    }
  }

  @Test
  void halfLineWaitsForItsNewline() throws IOException {
    String line = lines(0, 1).get(0);
    appendText(file, line.substring(0, 20));
    shipOnce();
    assertThat(queue.lines).isEmpty();
    appendText(file, line.substring(20));
    shipOnce();
    assertThat(queue.lines).isEmpty();
    appendText(file, "\n");
    shipOnce();
    assertThat(queue.lines).containsExactly(line);
  }

  @Test
  void whatWasSentAndNotSavedIsSentAgainAfterAKill() throws IOException {
    append(file, lines(0, 20));
    shipOnce();
    append(file, lines(20, 30));
    queue.flushed =
        () -> {
          throw new Killed();
        };
    try (Shipper shipper = shipper()) {
      shipper.pass();
    } catch (Killed e) {
      queue.flushed = () -> {};
    }
    shipOnce();
    assertThat(queue.lines.subList(0, 30)).isEqualTo(lines(0, 30));
    assertThat(queue.lines.subList(30, 40)).isEqualTo(lines(20, 30));
  }

  @Test
  void positionThatCannotBeWrittenIsNamedOnceAndWrittenLater() throws IOException {
    append(file, lines(0, 20));
    shipOnce();
    long tenSecondsNs = Duration.ofSeconds(10).toNanos();
    // What is in the way is a directory with something in it.
    Path obstacle = Files.createDirectories(position.resolveSibling("position.new/full"));
    append(file, lines(20, 25));
    try (Shipper shipper = shipper()) {
      nowNs += tenSecondsNs;
      shipper.pass();
      append(file, lines(25, 30));
      nowNs += tenSecondsNs;
      shipper.pass();
      assertThat(said).hasSize(1);
      assertThat(said.get(0))
          .contains(position.toString(), "cannot be written", "old content stays");
      assertThat(reports.get(reports.size() - 1).positionFailures()).isEqualTo(2);
      assertThat(shipper.isSaved()).isFalse();
    }
    shipOnce();
    assertThat(queue.lines).as("the old position is good").hasSize(40).containsAll(lines(0, 30));

    Files.delete(obstacle);
    Files.delete(obstacle.getParent());
    shipOnce();
    queue.lines.clear();
    shipOnce();
    assertThat(queue.lines).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "clicks-ship 5 queue clicks of tcp://broker1:61616\n9f86d081 {}",
        "rubbish\n[]",
        "{}",
        "{\"format\":\"clicks-ship 7\",\"target\":\"x\",\"files\":[]}",
        "{\"format\":\"clicks-ship 6\",\"target\":\"x\",\"files\":[{\"file\":\"a\"}]}"
      })
  void damagedPositionIsRefusedAndSaysWhatToDo(String damage) throws IOException {
    append(file, lines(0, 20));
    shipOnce();
    Files.writeString(position, damage);
    queue.lines.clear();
    assertThatIOException()
        .isThrownBy(this::shipOnce)
        .withMessageContainingAll(position.toString(), "damaged", "Delete it", "counted once");
    assertThat(queue.lines).isEmpty();

    Files.delete(position);
    shipOnce();
    assertThat(queue.lines).isEqualTo(lines(0, 20));
  }

  /** A position is one of a content: it holds only where that stands before it. */
  @ParameterizedTest
  @ValueSource(strings = {"offset", "hash", "edgeHash"})
  void positionThatIsNotOfTheContentBeforeItSendsTheFileAgain(String damaged) throws IOException {
    append(file, lines(0, 20));
    shipOnce();
    String good = Files.readString(position);
    Files.writeString(
        position, good.replaceFirst("\"" + damaged + "\":-?\\d+", "\"" + damaged + "\":7"));
    append(file, lines(20, 30));
    queue.lines.clear();
    shipOnce();
    assertThat(queue.lines).isEqualTo(lines(0, 30));
  }

  @Test
  void processThatIsKilledSendsWhatItDidNotSaveAgain() throws IOException {
    append(file, lines(0, 10));
    shipOnce();
    byte[] before = Files.readAllBytes(position);
    append(file, lines(10, 20));
    shipOnce();
    Files.write(position, before);
    Files.writeString(position.resolveSibling("position.new"), "half");
    queue.lines.clear();
    shipOnce();
    assertThat(queue.lines).isEqualTo(lines(10, 20));
  }

  @Test
  void passCostsWhatChangedHoweverManyFilesThereAre() throws IOException {
    int files = 2_000;
    List<String> lines = lines(0, files);
    for (int i = 0; i < files; i++) {
      append(logs.resolve("f.log." + i), lines.subList(i, i + 1));
    }
    Path unread = logs.resolve("f.log.7");
    try (Shipper shipper = shipper()) {
      drain(shipper);
      queue.lines.clear();

      nowNs += Duration.ofSeconds(11).toNanos();
      shipper.pass();
      Object saved = Files.getAttribute(position, "unix:ino");
      FileTime modified = Files.getLastModifiedTime(unread);
      Files.writeString(unread, lines.get(8) + "\n");
      Files.setLastModifiedTime(unread, modified);
      nowNs += Duration.ofSeconds(11).toNanos();
      shipper.pass();
      assertThat(Files.getAttribute(position, "unix:ino")).as("at rest").isEqualTo(saved);
      assertThat(queue.lines).as("no content is read at rest").isEmpty();

      append(file, lines(files, files + 1));
      shipper.pass();
      saved = Files.getAttribute(position, "unix:ino");
      for (int i = files + 1; i <= files + 10; i++) {
        append(file, lines(i, i + 1));
        nowNs += Duration.ofMillis(900).toNanos();
        shipper.pass();
      }
      assertThat(Files.getAttribute(position, "unix:ino")).as("9 s").isEqualTo(saved);
      assertThat(queue.lines).isEqualTo(lines(files, files + 11));
    }
  }

  @Test
  void positionsOfDeletedFilesAreForgotten() throws IOException {
    append(file, lines(0, 1));
    append(logs.resolve("b.log"), lines(1, 2));
    shipOnce();
    Files.delete(file);
    shipOnce();
    assertThat(Files.readString(position)).contains("b.log").doesNotContain("a.log");
  }

  @Test
  void positionOfAnotherBrokerIsRefusedAndSaysWhatToDo() throws IOException {
    append(file, lines(0, 20));
    shipOnce();
    queue.lines.clear();
    target = "queue clicks of tcp://broker2:61616";
    assertThatIOException()
        .isThrownBy(this::shipOnce)
        .withMessageContainingAll("tcp://broker1:61616", "tcp://broker2:61616", "--resend");
    assertThat(queue.lines).isEmpty();

    resend = true;
    shipOnce();
    assertThat(queue.lines).isEqualTo(lines(0, 20));
  }

  @Test
  void fileWhoseNameIsNotInUtf8IsNamedAndTheOthersAreSent() throws Exception {
    append(file, lines(0, 3));
    new ProcessBuilder("bash", "-c", "echo x >$'caf\\xe9.log'")
        .directory(logs.toFile())
        .start()
        .waitFor();

    shipOnce();

    assertThat(queue.lines).isEqualTo(lines(0, 3));
    assertThat(said).anyMatch(line -> line.contains(".log: is not sent, it is a link or has"));
  }

  @Test
  void linkInADirectoryIsNotFollowed() throws IOException {
    Path secret = Files.write(logs.resolveSibling("secret"), List.of("not for the queue"));
    Files.createSymbolicLink(logs.resolve("x.log"), secret);
    append(Files.createDirectories(root.resolve("other")).resolve("b.log"), lines(5, 6));
    Files.createSymbolicLink(logs.resolve("y"), root.resolve("other"));
    append(file, lines(0, 3));
    Files.createSymbolicLink(logs.resolve("inside.log"), file);

    try (Shipper shipper =
        shipper(Files.createSymbolicLink(root.resolve("named by a link"), logs))) {
      drain(shipper);
    }

    assertThat(queue.lines).isEqualTo(lines(0, 3));
    assertThat(said).hasSize(3).anyMatch(line -> line.contains("x.log: is not sent, it is a link"));
  }

  @Test
  void secondProcessWithTheSamePositionIsRefused() throws IOException {
    Shipper first = shipper();
    assertThatIOException()
        .isThrownBy(this::shipOnce)
        .withMessageContainingAll("another process", position.toString(), "--position");
    first.close();
    shipOnce();
  }

  @Test
  void brokerThatIsAwayIsNamedOnceAndLosesNothing() throws IOException {
    append(file, lines(0, 30));
    queue.failures = 1;
    shipOnce();
    assertThat(queue.lines).isEqualTo(lines(0, 30));
    assertThat(said).hasSize(2);
    assertThat(said.get(0)).contains("the broker is away", "no broker answers");
    assertThat(said.get(1)).contains("the broker is back");
  }

  @Test
  void stopWhileTheBrokerIsAwaySavesNothingThatIsNotConfirmed() throws IOException {
    append(file, lines(0, 30));
    queue.failures = Integer.MAX_VALUE;
    try (Shipper shipper = shipper()) {
      shipper.stop();
      shipper.pass();
    }
    assertThat(position).doesNotExist();
    assertThat(reports.get(0).brokerAway()).isTrue();
    queue.failures = 0;
    shipOnce();
    assertThat(queue.lines).isEqualTo(lines(0, 30));
  }

  @Test
  void stopSavesWhatIsConfirmed() throws IOException {
    append(file, lines(0, 30));
    append(logs.resolve("b.log"), lines(30, 40));
    try (Shipper shipper = shipper()) {
      queue.sent = shipper::stop;
      shipper.pass();
    }
    assertThat(queue.lines).isEqualTo(lines(0, 30));
    shipOnce();
    assertThat(queue.lines).isEqualTo(lines(0, 40));
  }

  @Test
  void linesThatAreNoEventsAreSentAndLinesBeyondTheLimitAreNamedAndLeftOut() throws IOException {
    appendText(file, "no event\n\n" + "x".repeat(Shipper.MAX_LINE_BYTES + 1) + "\n");
    append(file, lines(0, 3));
    appendText(file, "y".repeat(3 * Shipper.MAX_LINE_BYTES));
    try (Shipper shipper = shipper()) {
      shipper.pass();
      assertThat(shipper.longLines()).isEqualTo(1);
      appendText(file, "\n");
      append(file, lines(3, 5));
      shipper.pass();
      assertThat(shipper.longLines()).isEqualTo(2);
    }
    List<String> expected = new ArrayList<>(List.of("no event"));
    expected.addAll(lines(0, 5));
    assertThat(queue.lines).isEqualTo(expected);
    assertThat(said).hasSize(2);
    assertThat(said.get(0)).contains(file.toString(), "at byte 10", "262146 bytes", "262144");
  }

  @Test
  void lagIsTheBytesThatAreNotConfirmedAndForHowLong() throws IOException {
    append(file, lines(0, 20));
    shipOnce();
    append(file, lines(20, 30));
    queue.failures = Integer.MAX_VALUE;
    Shipper shipper = shipper();
    shipper.pass();
    nowMs += 59_980;
    Lag lag = shipper.lag();
    shipper.close();
    assertThat(lag.unsentBytes()).isEqualTo(String.join("\n", lines(20, 30)).length() + 1);
    assertThat(lag.oldestUnsentMs()).isEqualTo(59_980);
    String text = lag.prometheus(NOW_MS);
    assertThat(text)
        .contains(
            "clickcounter_ship_unsent_bytes " + lag.unsentBytes() + "\n",
            "clickcounter_ship_oldest_unsent_seconds 59.980\n",
            "clickcounter_ship_broker_up 0\n");

    queue.failures = 0;
    shipOnce();
    Lag after = reports.get(reports.size() - 1);
    assertThat(after.unsentBytes()).isZero();
    assertThat(after.oldestUnsentMs()).isZero();
    assertThat(after.sentLines()).isEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatTheBrokerDidNotConfirmIsSentAgainWhenItIsBack(boolean diesInTheFlush)
      throws IOException {
    append(file, lines(0, 25));
    if (diesInTheFlush) {
      queue.flushed =
          () -> {
            queue.flushed = () -> {};
            queue.failures = 1;
          };
    } else {
      queue.sent =
          () -> {
            queue.sent = () -> {};
            queue.failures = 1;
          };
    }
    try (Shipper shipper = shipper()) {
      shipper.pass();
      assertThat(shipper.lag().sentLines()).isZero();
      assertThat(position).doesNotExist();
      append(file, lines(25, 30));
      shipper.pass();
      assertThat(shipper.lag().sentLines()).isEqualTo(30);
      assertThat(shipper.isSaved()).isFalse();
    }
    assertThat(queue.lines).endsWith(lines(0, 30).toArray(String[]::new)).hasSizeLessThan(60);
    assertThat(said).hasSize(2);
    queue.lines.clear();
    shipOnce();
    assertThat(queue.lines).isEmpty();
  }
}
