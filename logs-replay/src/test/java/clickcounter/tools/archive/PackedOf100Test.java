package clickcounter.tools.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.testing.Samples;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Archive files as operators packed them with version 1.0.0. Another library may pack the same into
 * other bytes.
 */
class PackedOf100Test {
  private static final String LINES =
      Samples.OF_1_0_0.text("archive/hostA/hostA-20131030_152543-mjwgbk-20131030_15.ndjson");

  private interface Packing {
    OutputStream over(OutputStream out) throws IOException;
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.ndjson.gz", "a.ndjson.zst"})
  void aPackedArchiveIsReadAsItWas(String name) throws IOException {
    Packing packing = name.endsWith(".gz") ? GZIPOutputStream::new : ZstdOutputStream::new;
    byte[] today = packed(packing);
    byte[] sample = Samples.OF_1_0_0.bytes("archive/packed/" + name, today);
    assertThat(unpacked(name, sample)).isEqualTo(LINES.repeat(2));
    assertThat(unpacked(name, today)).isEqualTo(LINES.repeat(2));
  }

  /** Of two members or frames, as a file has to which a packer has appended. */
  private static byte[] packed(Packing packing) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int member = 0; member < 2; member++) {
      OutputStream out = packing.over(bytes);
      out.write(LINES.getBytes(UTF_8));
      out.close();
    }
    return bytes.toByteArray();
  }

  private static String unpacked(String name, byte[] packed) throws IOException {
    try (InputStream content =
        Compression.unpacked(Path.of(name), new ByteArrayInputStream(packed))) {
      return new String(content.readAllBytes(), UTF_8);
    }
  }
}
