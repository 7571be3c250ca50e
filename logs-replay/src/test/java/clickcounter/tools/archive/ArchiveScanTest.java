package clickcounter.tools.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.Troubles.Trouble;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** Reads the sequences of these files, and checks each line number. */
  private Set<Long> sequences(Path... files) {
    Set<Long> found = new ConcurrentSkipListSet<>();
    new ArchiveScan(List.of(files), troubles, ScanProgress.NONE)
        .run(
            (event, line) -> {
              assertThat(found.add(event.sequence())).isTrue();
              assertThat(line.number()).isEqualTo(event.sequence() + 1);
            });
    return found;
  }

  @Test
  void aFileOfManyChunksIsReadWhole() throws IOException {
    Path plain = write("a.ndjson", lines(40_000));
    assertThat(sequences(plain)).hasSize(40_000);
    assertThat(troubles.total()).isZero();
  }

  @Test
  void gzipAndZstdAreKnownByTheirContent() throws IOException {
    assertThat(sequences(write("misnamed.ndjson", gzip(lines(1_000))))).hasSize(1_000);
    assertThat(sequences(write("b.ndjson.zst", zstd(lines(1_000))))).hasSize(1_000);
    assertThat(troubles.total()).isZero();
  }

  private static byte[] zstd(byte[] bytes) throws IOException {
    ByteArrayOutputStream zstd = new ByteArrayOutputStream();
    try (OutputStream out = new ZstdOutputStream(zstd)) {
      out.write(bytes);
    }
    return zstd.toByteArray();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] first(byte[] bytes, int length) {
    return Arrays.copyOf(bytes, length);
  }

  private static final byte[] SKIPPED_FRAME = {
    0x5e, 0x2a, 0x4d, 0x18, 5, 0, 0, 0, 'h', 'e', 'l', 'l', 'o'
  };

  /** The decoders take some of this for the end of the file. */
  static Stream<Arguments> damagedBehindAWholePart() throws IOException {
    byte[] gz = gzip(bytes(line(0)));
    byte[] gz1 = gzip(bytes(line(1)));
    byte[] zst = zstd(bytes(line(0)));
    byte[] zst1 = zstd(bytes(line(1)));
    byte[] wrongMagic = gz1.clone();
    wrongMagic[0] = 0;
    byte[] wrongMethod = gz1.clone();
    wrongMethod[2] = 7;
    List<Arguments> all = new ArrayList<>();
    for (int cut = 1; cut < gz1.length; cut++) {
      all.add(Arguments.of("cut after " + cut + " bytes.gz", joined(gz, first(gz1, cut))));
    }
    for (int cut = 1; cut < zst1.length; cut++) {
      all.add(Arguments.of("cut after " + cut + " bytes.zst", joined(zst, first(zst1, cut))));
    }
    for (int cut = 1; cut < SKIPPED_FRAME.length; cut++) {
      all.add(
          Arguments.of("skipped, " + cut + " bytes.zst", joined(zst, first(SKIPPED_FRAME, cut))));
    }
    all.add(Arguments.of("text.gz", joined(gz, bytes(line(1)))));
    all.add(Arguments.of("text.zst", joined(zst, bytes(line(1)))));
    all.add(Arguments.of("zeros.gz", joined(gz, new byte[512], gz1)));
    all.add(Arguments.of("zeros.zst", joined(zst, new byte[512], zst1)));
    all.add(Arguments.of("one zero.gz", joined(gz, new byte[1])));
    all.add(Arguments.of("one zero.zst", joined(zst, new byte[1])));
    all.add(Arguments.of("many bytes.gz", joined(gz, new byte[300_000])));
    all.add(Arguments.of("magic.gz", joined(gz, wrongMagic)));
    all.add(Arguments.of("method.gz", joined(gz, wrongMethod)));
    all.add(Arguments.of("zst behind it.gz", joined(gz, zst1)));
    all.add(Arguments.of("gz behind it.zst", joined(zst, gz1)));
    return all.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("damagedBehindAWholePart")
  void whatIsNotReadOfAPackedFileIsNamed(String name, byte[] packed) throws IOException {
    Path file = write(name, packed);

    Set<Long> found = sequences(file);
    assertThat(found).contains(0L);
    assertThat(troubles.kept())
        .singleElement()
        .satisfies(
            trouble -> {
              assertThat(trouble.kind()).isEqualTo(Trouble.Kind.CUT_OFF);
              assertThat(trouble.line()).isEqualTo(found.size() + 1L);
              assertThat(trouble.toString()).contains(name);
            });
  }

  @Test
  void membersAndFramesOfEverySizeAreReadToTheLast() throws IOException {
    byte[] gz = gzip(new byte[0]);
    byte[] zst = zstd(new byte[0]);
    for (int i = 0; i < 3_000; i++) {
      gz = joined(gz, gzip(bytes(line(i))), i % 100 == 0 ? gzip(new byte[0]) : new byte[0]);
      zst = joined(zst, i % 2 == 0 ? SKIPPED_FRAME : new byte[0], zstd(bytes(line(i))));
    }
    assertThat(sequences(write("many.gz", gz))).hasSize(3_000);
    assertThat(sequences(write("many.zst", zst))).hasSize(3_000);
    assertThat(sequences(write("skipped.zst", joined(SKIPPED_FRAME, zst, SKIPPED_FRAME))))
        .hasSize(3_000);
    assertThat(troubles.kept()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{\"eventId\":", "no event at all, and not packed"})
  void fileThatIsNotPackedAsItsNameSaysIsDamaged(String content) throws IOException {
    Path gz = write("a.ndjson.gz", bytes(content));
    Path zst = write("a.ndjson.zst", bytes(content));

    assertThat(sequences(gz, zst)).isEmpty();
    assertThat(troubles.count(Trouble.Kind.UNREADABLE)).isEqualTo(2);
    assertThat(troubles.isWhole()).isFalse();
    assertThat(troubles.kept().get(0).detail())
        .startsWith("cannot be read: expected gzip or zstd, as the name says");
  }

  @Test
  void fileIsUnpackedAsItsContentSays() throws IOException {
    assertThat(sequences(write("wrong.ndjson.gz", zstd(bytes(line(0)))))).containsExactly(0L);
    assertThat(sequences(write("wrong.ndjson.zst", gzip(bytes(line(0)))))).containsExactly(0L);
    assertThat(troubles.total()).isZero();
  }

  /** The first reading tells why, later ones only that it failed before. */
  @Test
  void fileWhoseLibraryCannotBeLoadedIsUnreadableWithAReason() throws Exception {
    byte[] packed = zstd(bytes(line(0)));
    String before = System.getProperty("ZstdTempFolder");
    System.setProperty("ZstdTempFolder", directory.resolve("nowhere").toString());
    try (URLClassLoader loader = freshClasses()) {
      Method unpacked =
          loader
              .loadClass(Compression.class.getName())
              .getMethod("unpacked", Path.class, InputStream.class);
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(
                () ->
                    unpacked.invoke(
                        null, Path.of("a.ndjson.zst"), new ByteArrayInputStream(packed)))
            .cause()
            .isInstanceOf(IOException.class)
            .hasMessageContaining("packed with zstd")
            .hasMessageContaining("set java.io.tmpdir")
            .hasMessageContaining("zstd -d");
      }
    } finally {
      if (before == null) {
        System.clearProperty("ZstdTempFolder");
      }
    }
  }

  private static URLClassLoader freshClasses() throws IOException {
    List<URL> urls = new ArrayList<>();
    for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
      urls.add(Path.of(path).toUri().toURL());
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  /** Logrotate's copytruncate leaves it of a writer that keeps its offset, as long as its file. */
  @ParameterizedTest
  @ValueSource(
      ints = {
        1,
        2_000,
        LineReader.LONGEST_LINE_BYTES - 1,
        LineReader.LONGEST_LINE_BYTES,
        3_000_000
      })
  void holeBeforeALineIsNoPartOfIt(int bytes) throws IOException {
    byte[] hole = new byte[bytes];
    Path plain = write("a.ndjson", joined(hole, bytes(line(0)), hole, bytes(line(1) + line(2))));
    Path packed = write("a.ndjson.gz", gzip(joined(hole, bytes(line(0)))));
    Path lastHole = write("b.ndjson", joined(bytes(line(0)), hole));

    assertThat(sequences(plain)).containsExactly(0L, 1L, 2L);
    assertThat(sequences(packed)).containsExactly(0L);
    assertThat(sequences(lastHole)).containsExactly(0L);
    assertThat(troubles.total()).isZero();
  }

  @Test
  void lineIsHandedOnWithoutWhatStandsBeforeIt() throws IOException {
    Path file = write("a.ndjson", bytes("\ufeff" + line(0) + "\0\0\ufeff" + line(1)));
    List<String> handedOn = new ArrayList<>();
    new ArchiveScan(List.of(file), troubles, ScanProgress.NONE)
        .run((event, line) -> handedOn.add(line.text()));

    assertThat(handedOn).containsExactly(line(0).trim(), line(1).trim());
  }

  /** The place where the next lines begin is right behind a hole, too. */
  @Test
  void gzipFilesPutTogetherAreReadAsOne() throws IOException {
    byte[] both = joined(gzip(bytes(line(0))), gzip(bytes(line(1))));
    assertThat(sequences(write("c.ndjson.gz", both))).containsExactly(0L, 1L);
  }

  @Test
  void ofAGzipCutOffEverythingBeforeIsUsedAndThePlaceIsTold() throws IOException {
    byte[] whole = gzip(lines(20_000));
    Path cut = write("d.ndjson.gz", Arrays.copyOf(whole, whole.length / 2));

    Set<Long> found = sequences(cut);

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
    byte[] whole = zstd(lines(200_000));
    Path cut = write("e.ndjson.zst", Arrays.copyOf(whole, whole.length * 3 / 4));

    assertThat(sequences(cut).size()).isBetween(10_000, 199_999);
    assertThat(troubles.count(Trouble.Kind.CUT_OFF)).isEqualTo(1);
  }

  @Test
  void aHalfLastLineIsToldFromABadLine() throws IOException {
    Path file =
        write(
            "f.ndjson",
            (line(0) + "nonsense\n" + line(2) + "{\"eventId\":\"c:3\"")
                .getBytes(StandardCharsets.UTF_8));

    assertThat(sequences(file)).containsExactly(0L, 2L);
    assertThat(troubles.kept().stream().map(Trouble::kind))
        .containsExactly(Trouble.Kind.BAD_LINE, Trouble.Kind.HALF_LINE);
    assertThat(troubles.kept().get(0).toString()).contains("f.ndjson:2: bad line: not-json");
  }

  @Test
  void aWholeLastLineWithoutItsNewlineIsUsed() throws IOException {
    Path file = write("g.ndjson", line(0).trim().getBytes(StandardCharsets.UTF_8));

    assertThat(sequences(file)).containsExactly(0L);
    assertThat(troubles.total()).isZero();
  }

  @Test
  void anEndlessLineIsPassedOverWithoutBeingHeld() throws IOException {
    byte[] endless = new byte[3 * LineReader.LONGEST_LINE_BYTES];
    Arrays.fill(endless, (byte) 'x');
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(line(0).getBytes(StandardCharsets.UTF_8));
    bytes.write(endless);
    bytes.write(("\n" + line(2)).getBytes(StandardCharsets.UTF_8));

    assertThat(sequences(write("h.ndjson", bytes.toByteArray()))).containsExactly(0L, 2L);
    assertThat(troubles.kept().get(0).line()).isEqualTo(2);
  }

  @Test
  void anUnreadableFileIsReportedAndTheOthersAreRead() throws IOException {
    Path good = write("i.ndjson", lines(10));

    assertThat(sequences(directory.resolve("nowhere.ndjson"), good)).hasSize(10);
    assertThat(troubles.count(Trouble.Kind.UNREADABLE)).isEqualTo(1);
  }

  @Test
  void whatASinkThrowsEndsTheScan() throws IOException {
    Path file = write("j.ndjson", lines(40_000));
    ArchiveScan scan = new ArchiveScan(List.of(file), troubles, ScanProgress.NONE);

    assertThatThrownBy(
            () ->
                scan.run(
                    (event, line) -> {
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
}
