package clickcounter.tools.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.tools.archive.ArchiveScan.ArchivedLineSink;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.Troubles.Trouble;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveScanTest {
  @TempDir private Path directory;
  private final Troubles troubles = new Troubles();

  private static String line(long sequence) {
    return "{\"eventId\":\"c:"
        + sequence
        + "\",\"type\":\"impression\",\"adId\":\"m\",\"timestamp\":1}\n";
  }

  private static byte[] lines(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(line(i));
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private Path write(String name, byte[] bytes) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, bytes);
  }

  /** Reads the sequences of these files with this many threads, and checks each line number. */
  private Set<Long> sequences(int threads, Path... files) {
    Set<Long> found = new ConcurrentSkipListSet<>();
    new ArchiveScan(List.of(files), threads, troubles, ScanProgress.NONE)
        .run(
            () ->
                (event, bytes, from, to, file, number) -> {
                  assertThat(found.add(event.sequence())).isTrue();
                  assertThat(number).isEqualTo(event.sequence() + 1);
                });
    return found;
  }

  @Test
  void aFileOfManyChunksIsReadWholeByAnyNumberOfThreads() throws IOException {
    Path plain = write("a.ndjson", lines(40_000));
    for (int threads = 1; threads <= 4; threads++) {
      assertThat(sequences(threads, plain)).hasSize(40_000);
    }
    assertThat(troubles.total()).isZero();
  }

  @Test
  void gzipAndZstdAreKnownByTheirContent() throws IOException {
    ByteArrayOutputStream zstd = new ByteArrayOutputStream();
    try (OutputStream out = new ZstdOutputStream(zstd)) {
      out.write(lines(1_000));
    }
    assertThat(sequences(2, write("misnamed.ndjson", gzip(lines(1_000))))).hasSize(1_000);
    assertThat(sequences(2, write("b.ndjson.zst", zstd.toByteArray()))).hasSize(1_000);
    assertThat(troubles.total()).isZero();
  }

  @Test
  void gzipFilesPutTogetherAreReadAsOne() throws IOException {
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.write(gzip(line(0).getBytes(StandardCharsets.UTF_8)));
    both.write(gzip(line(1).getBytes(StandardCharsets.UTF_8)));

    assertThat(sequences(1, write("c.ndjson.gz", both.toByteArray()))).containsExactly(0L, 1L);
  }

  @Test
  void ofAGzipCutOffEverythingBeforeIsUsedAndThePlaceIsTold() throws IOException {
    byte[] whole = gzip(lines(20_000));
    Path cut = write("d.ndjson.gz", Arrays.copyOf(whole, whole.length / 2));

    Set<Long> found = sequences(2, cut);

    assertThat(found.size()).isBetween(5_000, 19_999);
    Trouble trouble = troubles.kept().get(0);
    assertThat(trouble.kind()).isEqualTo(Trouble.Kind.CUT_OFF);
    assertThat(trouble.line()).isEqualTo(found.size() + 1L);
    assertThat(trouble.toString())
        .contains("d.ndjson.gz:" + (found.size() + 1))
        .contains("the " + found.size() + " lines before are used");
  }

  @Test
  void ofAZstdCutOffEverythingBeforeIsUsed() throws IOException {
    ByteArrayOutputStream zstd = new ByteArrayOutputStream();
    try (ZstdOutputStream out = new ZstdOutputStream(zstd)) {
      byte[] lines = lines(200_000);
      out.write(lines);
    }
    byte[] whole = zstd.toByteArray();
    Path cut = write("e.ndjson.zst", Arrays.copyOf(whole, whole.length * 3 / 4));

    assertThat(sequences(2, cut).size()).isBetween(10_000, 199_999);
    assertThat(troubles.count(Trouble.Kind.CUT_OFF)).isEqualTo(1);
  }

  @Test
  void aHalfLastLineIsToldFromABadLine() throws IOException {
    Path file =
        write(
            "f.ndjson",
            (line(0) + "nonsense\n" + line(2) + "{\"eventId\":\"c:3\"")
                .getBytes(StandardCharsets.UTF_8));

    assertThat(sequences(1, file)).containsExactly(0L, 2L);
    assertThat(troubles.kept().stream().map(Trouble::kind))
        .containsExactly(Trouble.Kind.BAD_LINE, Trouble.Kind.HALF_LINE);
    assertThat(troubles.kept().get(0).toString()).contains("f.ndjson:2: bad line: not-json");
  }

  @Test
  void aWholeLastLineWithoutItsNewlineIsUsed() throws IOException {
    Path file = write("g.ndjson", line(0).trim().getBytes(StandardCharsets.UTF_8));

    assertThat(sequences(1, file)).containsExactly(0L);
    assertThat(troubles.total()).isZero();
  }

  @Test
  void anEndlessLineIsPassedOverWithoutBeingHeld() throws IOException {
    byte[] endless = new byte[3 * ChunkReader.CHUNK_BYTES];
    Arrays.fill(endless, (byte) 'x');
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(line(0).getBytes(StandardCharsets.UTF_8));
    bytes.write(endless);
    bytes.write(("\n" + line(2)).getBytes(StandardCharsets.UTF_8));

    assertThat(sequences(1, write("h.ndjson", bytes.toByteArray()))).containsExactly(0L, 2L);
    assertThat(troubles.kept().get(0).line()).isEqualTo(2);
  }

  @Test
  void anUnreadableFileIsReportedAndTheOthersAreRead() throws IOException {
    Path good = write("i.ndjson", lines(10));

    assertThat(sequences(2, directory.resolve("nowhere.ndjson"), good)).hasSize(10);
    assertThat(troubles.count(Trouble.Kind.UNREADABLE)).isEqualTo(1);
  }

  @Test
  void whatASinkThrowsEndsTheScan() throws IOException {
    Path file = write("j.ndjson", lines(40_000));
    ArchiveScan scan = new ArchiveScan(List.of(file), 2, troubles, ScanProgress.NONE);

    assertThatThrownBy(
            () ->
                scan.<ArchivedLineSink>run(
                    () ->
                        (event, bytes, from, to, path, number) -> {
                          throw new IllegalStateException("enough");
                        }))
        .hasMessage("enough");
  }

  @Test
  void directoriesAreWalkedAndPatternsMatched() throws IOException {
    write("archive/hostA/a-20260601_10.ndjson.gz", gzip(lines(1)));
    write("archive/hostA/a-20260601_11.ndjson.1.zst", lines(1));
    write("archive/hostB/b-20260601_10.ndjson", lines(1));
    write("archive/truth.json", lines(1));

    ArchiveFiles walked = ArchiveFiles.find(List.of(directory.resolve("archive")));
    assertThat(walked.files()).hasSize(3);
    assertThat(walked.passedOver()).containsExactly(directory.resolve("archive/truth.json"));

    List<Path> twice = new ArrayList<>();
    twice.add(directory.resolve("archive/**/*_10.ndjson*"));
    twice.add(directory.resolve("archive/hostB"));
    assertThat(ArchiveFiles.find(twice).files())
        .extracting(path -> path.getFileName().toString())
        .containsExactly("a-20260601_10.ndjson.gz", "b-20260601_10.ndjson");

    assertThatThrownBy(() -> ArchiveFiles.find(List.of(directory.resolve("nothing"))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("there is no file or directory");
    assertThatThrownBy(() -> ArchiveFiles.find(List.of(directory.resolve("*.gz"))))
        .hasMessageContaining("nothing matches");
  }

  /** The threads of a scan would read on, for as long as all archives take. */
  @Test
  void aScanWhoseCallerIsInterruptedReadsNoFurther() throws Exception {
    int count = 200_000;
    Path plain = write("a.ndjson", lines(count));
    Thread caller = Thread.currentThread();
    CountDownLatch returned = new CountDownLatch(1);
    AtomicReference<Thread> reader = new AtomicReference<>();
    AtomicInteger seen = new AtomicInteger();
    ArchivedLineSink sink =
        (event, bytes, from, to, file, number) -> {
          if (seen.getAndIncrement() == 0) {
            reader.set(Thread.currentThread());
            caller.interrupt();
            awaitUninterruptibly(returned);
          }
        };

    assertThatThrownBy(
            () -> new ArchiveScan(List.of(plain), 1, troubles, ScanProgress.NONE).run(() -> sink))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
    returned.countDown();
    reader.get().join(10_000);

    assertThat(reader.get().isAlive()).isFalse();
    assertThat(seen.get()).isLessThan(count);
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        // The pool is told to end, too; the test decides when.
        continue;
      }
    }
  }
}
