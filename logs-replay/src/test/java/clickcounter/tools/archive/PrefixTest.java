package clickcounter.tools.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrefixTest {
  private static final int EDGE = 1 << 16;

  @TempDir private Path directory;

  private boolean isBegin(Prefix prefix, byte[] content) throws IOException {
    return prefix.isBeginOf(Files.write(directory.resolve("a.log"), content));
  }

  /** Read in random pieces. */
  private static Prefix of(byte[] content, int length, SplittableRandom random) {
    Prefix prefix = Prefix.EMPTY;
    for (int from = 0; from < length; ) {
      int to = Math.min(length, from + 1 + random.nextInt(100_000));
      prefix = prefix.plus(content, from, to);
      from = to;
    }
    return prefix;
  }

  @Test
  void contentIsRecognizedByItsLastBytesBeforeTheOffset() throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 200; i++) {
      int edges = random.nextInt(4) * EDGE;
      int length = Math.max(1, edges + random.nextInt(-2, 3) * random.nextInt(1, 1_000));
      byte[] content = new byte[length + random.nextInt(100_000)];
      random.nextBytes(content);
      Prefix prefix = of(content, length, random);
      assertThat(prefix).isEqualTo(of(content, length, random));
      assertThat(prefix.offset()).isEqualTo(length);
      assertThat(isBegin(prefix, content)).isTrue();
      assertThat(isBegin(prefix, Arrays.copyOf(content, length - 1))).isFalse();

      content[length - 1 - random.nextInt(Math.min(length, EDGE))]++;
      assertThat(isBegin(prefix, content)).isFalse();
    }
  }

  @Test
  void eachLinesEndIsAPrefix() throws IOException {
    byte[] content = "ab\nc\n\nd".getBytes();
    StringBuilder offsets = new StringBuilder();
    Path file = Files.write(directory.resolve("a.log"), content);
    try (LineReader line = new LineReader(file, Prefix.EMPTY, bytes -> {})) {
      while (line.next()) {
        offsets.append(line.position().offset()).append(isReal(line.position(), content));
      }
    }
    assertThat(offsets).hasToString("3true5true6true6true");
  }

  private static boolean isReal(Prefix prefix, byte[] content) {
    return prefix.equals(Prefix.EMPTY.plus(content, 0, (int) prefix.offset()));
  }
}
