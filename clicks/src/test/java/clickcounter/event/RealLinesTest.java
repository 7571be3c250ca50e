package clickcounter.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import clickcounter.testing.Lines;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A real shop's traffic; skipped where that is not at hand. Damaged lines are the fuzzer's, in
 * deploy.
 */
class RealLinesTest {
  private static final Path QUEUE = Path.of("shared", "data", "zozotown", "queue.ndjson.gz");

  private static List<String> lines;

  @BeforeAll
  static void readRealLines() throws IOException {
    Path file = findUpwards(Path.of("").toAbsolutePath());
    assumeTrue(file != null, "no " + QUEUE + " in any folder above the working directory");
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      lines = reader.lines().toList();
    }
  }

  private static Path findUpwards(Path start) {
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve(QUEUE))) {
        return folder.resolve(QUEUE);
      }
    }
    return null;
  }

  @Test
  void everyRealLineIsReadAndWrittenBackAsItWas() {
    Lines parsed = Lines.of(String.join("\n", lines));
    assertThat(parsed.rejected()).isEmpty();
    assertThat(parsed.events().stream().map(EventWriter::toLine)).isEqualTo(lines);
  }
}
