package clickcounter.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.testing.Damage;
import clickcounter.testing.Seeded;
import clickcounter.tools.archive.ArchiveScan;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import clickcounter.tools.archive.Troubles;
import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An archive file is cut or damaged. Of a file that is cut, and of a plain one that is damaged,
 * every whole line that can be got out byte by byte is used. A compressed file that is damaged is
 * used up to somewhere before the damage shows: what was unpacked together with it cannot be
 * trusted. What cannot be read is reported.
 */
@Tag("slow")
@Timeout(600)
class DamagedArchivesTest {
  private static final int SOME = 100;
  private static final int MANY = 500;
  private static final int MOST_LINES = 400;

  private interface Packer {
    OutputStream of(OutputStream out) throws IOException;
  }

  private interface Unpacker {
    InputStream of(InputStream in) throws IOException;
  }

  private record Format(String name, Packer writer, Unpacker reader) {}

  private static final Format PLAIN = new Format("plain", out -> out, in -> in);
  private static final List<Format> FORMATS =
      List.of(
          PLAIN,
          new Format("gzip", GZIPOutputStream::new, GZIPInputStream::new),
          new Format("zstd", ZstdOutputStream::new, ZstdInputStream::new));

  @TempDir private Path directory;

  private final SampleLines samples = new SampleLines();

  @Test
  void someDamagedArchivesKeepThePromise() {
    Seeded.inputs(SOME, this::check);
  }

  @Test
  @Tag("long")
  void manyDamagedArchivesKeepThePromise() {
    Seeded.inputs(MANY, this::check);
  }

  private void check(Random random) throws IOException {
    Format format = FORMATS.get(random.nextInt(FORMATS.size()));
    List<String> lines = samples.some(random, MOST_LINES);
    byte[] whole = written(format, lines);
    boolean cut = random.nextBoolean();
    byte[] damaged =
        cut ? Arrays.copyOf(whole, random.nextInt(whole.length)) : Damage.bytes(whole, random);
    check(format, lines, damaged, cut);
  }

  private static byte[] written(Format format, List<String> lines) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = format.writer().of(bytes)) {
      for (String line : lines) {
        out.write((line + "\n").getBytes(UTF_8));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return bytes.toByteArray();
  }

  private void check(Format format, List<String> lines, byte[] damaged, boolean cut)
      throws IOException {
    Path file = directory.resolve("archive");
    Files.write(file, damaged);
    Troubles troubles = new Troubles();
    Map<String, Long> found = counted(scanned(file, troubles));
    Decoded decoded = Decoded.of(format, damaged);
    String rest = DamagedLinesTest.withoutHole(decoded.unfinishedLine());
    // A line that lacks its newline alone is used like any other.
    boolean whole = !decoded.refused && (DamagedLinesTest.isBlank(rest) || found.containsKey(rest));
    // Of a packed file that lost the mark of its format, and all else, nothing is left to tell.
    whole |= DamagedLinesTest.isBlank(new String(damaged, UTF_8));
    assertThat(whole || troubles.total() > 0)
        .as("it is not whole, and nothing was reported")
        .isTrue();
    if (cut) {
      assertThat(found.keySet()).as("lines that were written").isSubsetOf(lines);
    }
    if (cut || format == PLAIN) {
      requireUsed(decoded.wholeLines(), lines, found);
    }
  }

  /** Of lines as they were: what damage made of others may be anything. */
  private static void requireUsed(
      List<String> readable, List<String> written, Map<String, Long> found) {
    readable.retainAll(written);
    counted(readable)
        .forEach(
            (line, times) -> {
              long used = found.getOrDefault(line, 0L);
              assertThat(used).as("uses of %s", line).isGreaterThanOrEqualTo(times);
            });
  }

  private List<String> scanned(Path file, Troubles troubles) {
    List<String> all = new ArrayList<>();
    new ArchiveScan(List.of(file), troubles, ScanProgress.NONE)
        .run((event, line) -> all.add(line.text()));
    return all;
  }

  private static Map<String, Long> counted(List<String> lines) {
    return lines.stream().collect(Collectors.groupingBy(line -> line, Collectors.counting()));
  }

  /** All that the format gives before it refuses, asked for one byte at a time. */
  private record Decoded(byte[] bytes, boolean refused) {
    static Decoded of(Format format, byte[] packed) {
      // Nothing was written to it yet, or not even what tells its format.
      if (packed.length < 2) {
        return new Decoded(packed, false);
      }
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      try (InputStream in = format.reader().of(new ByteArrayInputStream(packed))) {
        for (int next = in.read(); next >= 0; next = in.read()) {
          all.write(next);
        }
        return new Decoded(all.toByteArray(), false);
      } catch (IOException e) {
        return new Decoded(all.toByteArray(), true);
      }
    }

    private String text() {
      return new String(bytes, UTF_8);
    }

    String unfinishedLine() {
      return text().substring(text().lastIndexOf('\n') + 1);
    }

    /** Those with their newline. */
    List<String> wholeLines() {
      List<String> lines = new ArrayList<>(List.of(text().split("\n", -1)));
      lines.remove(lines.size() - 1);
      return lines;
    }
  }
}
