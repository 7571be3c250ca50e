package clickcounter.event;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.testing.Lines;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/**
 * Lines that another program wrote: a sample, and the traffic of a real shop where it is available.
 * The fuzzer in deploy covers damaged lines.
 */
class RealLinesTest {
  private static final String SAMPLE = "sample-day.ndjson";
  private static final Path REAL = Path.of("shared", "data", "zozotown", "queue.ndjson.gz");

  @Test
  void everySampleLineIsReadAndWrittenBackAsItWas() throws IOException {
    requireRoundTrip(RealLinesTest.class.getResourceAsStream(SAMPLE), 400);
  }

  @Test
  void everyRealLineIsReadAndWrittenBackAsItWas() throws IOException {
    Path file = findUpwards(Path.of("").toAbsolutePath());
    if (file == null) {
      System.out.println(
          "no " + REAL + " in any folder above the working directory: the sample stands in for it");
      return;
    }
    requireRoundTrip(new GZIPInputStream(Files.newInputStream(file)), 1_000);
  }

  private static void requireRoundTrip(InputStream source, int least) throws IOException {
    List<String> lines;
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(source, StandardCharsets.UTF_8))) {
      lines = reader.lines().toList();
    }
    Lines parsed = Lines.of(String.join("\n", lines));
    assertThat(lines).hasSizeGreaterThanOrEqualTo(least);
    assertThat(parsed.rejected()).isEmpty();
    assertThat(parsed.events().stream().map(EventWriter::toLine)).isEqualTo(lines);
  }

  private static Path findUpwards(Path start) {
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve(REAL))) {
        return folder.resolve(REAL);
      }
    }
    return null;
  }
}
