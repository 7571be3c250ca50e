package clickcounter.tools.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which files are left out because of their names when only a time is asked for. */
class NamedTimesTest {
  private static final Duration SKEW = Duration.ofMinutes(5);
  private static final String COUNTER = "hostA-20261119_152543-k3f9xq";

  @TempDir private Path directory;

  private Path file(String name, String writtenAt) throws IOException {
    Path file = Files.writeString(directory.resolve(name), name);
    return Files.setLastModifiedTime(file, FileTime.from(Instant.parse(writtenAt)));
  }

  private List<Path> of(String from, String to) throws IOException {
    TimeRange times =
        new TimeRange(Instant.parse(from).toEpochMilli(), Instant.parse(to).toEpochMilli());
    return ArchiveFiles.find(List.of(directory)).of(times, SKEW).files();
  }

  private boolean isRead(String name) throws IOException {
    file(name, "2026-11-19T00:00:00Z");
    return !of("2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    // hours, with and without the counter's suffix, packed or not
    "hostA-20261119_152543-k3f9xq-20261119_15.ndjson, false",
    "hostA-20261119_152543-k3f9xq-20261119_22.ndjson.gz, false",
    "hostA-20261119_152543-20261119_22.ndjson.zst, false",
    "hostA-20261119_152543-k3f9xq-20261119_23.ndjson, true",
    "hostA-20261119_152543-k3f9xq-20261120_00.ndjson, true",
    "hostA-20261119_152543-k3f9xq-20261120_23.ndjson.gz, true",
    "hostA-20261119_152543-k3f9xq-20261121_00.ndjson, true",
    "hostA-20261119_152543-k3f9xq-20261121_01.ndjson, false",
    // a counter that began in this hour, so late that it has nothing of the time
    "hostA-20261121_000600-k3f9xq-20261121_00.ndjson, false",
    "hostA-20261121_000400-k3f9xq-20261121_00.ndjson, true",
    // counters alone: nothing says when they end
    "hostA-20261119_152543-k3f9xq.ndjson.gz, true",
    "hostA-20251119_152543.ndjson, true",
    "hostA-20261121_000400.ndjson, true",
    "hostA-20261121_000501.ndjson, false",
    // other names, and names that contradict themselves
    "a.ndjson, true",
    "hostA-20261019_22.ndjson, true",
    "hostA-20261119_152543-k3f9xq-20261119_14.ndjson, true",
    "hostA-20261119_152543-k3f9xq-20261119_25.ndjson, true",
    "hostA-20261119_152543-k3f9xq-20261119_22.ndjson.1, true",
    "hostA-20261119_152543-k3f9xq-20261119_22.log, true",
    "hostA-20261319_152543.ndjson, true",
  })
  void onlyNamesThatExcludeTheTimeAreLeftOut(String name, boolean isRead) throws IOException {
    assertThat(isRead(name)).isEqualTo(isRead);
  }

  @Test
  void allFilesAreReadWhenNoTimeIsAskedFor() throws IOException {
    file(COUNTER + "-20261119_22.ndjson", "2026-11-19T22:59:00Z");

    assertThat(ArchiveFiles.find(List.of(directory)).of(TimeRange.ALL, SKEW).files()).hasSize(1);
  }

  /** The service could not make the files of the hours 23 and 00. */
  @Test
  void aFileThatWentOnIntoTheTimeIsRead() throws IOException {
    Path wentOn = file(COUNTER + "-20261119_22.ndjson", "2026-11-20T00:30:00Z");
    assertThat(of("2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z")).containsExactly(wentOn);

    // Its last line is of the hour 00 at most, whatever the file system says.
    file(COUNTER + "-20261120_01.ndjson", "2026-11-20T01:30:00Z");
    file(COUNTER + "-20261119_22.ndjson", "2026-11-25T00:30:00Z");
    assertThat(of("2026-11-20T00:00:00Z", "2026-11-20T01:00:00Z")).contains(wentOn);
    assertThat(of("2026-11-20T02:00:00Z", "2026-11-21T00:00:00Z")).doesNotContain(wentOn);
  }

  /** Another counter's file says nothing of it. */
  @Test
  void aFileIsEndedByItsOwnCounterOnly() throws IOException {
    Path wentOn = file(COUNTER + "-20261119_22.ndjson", "2026-11-20T00:30:00Z");
    file("hostB-20261119_152543-k3f9xq-20261119_23.ndjson", "2026-11-19T23:30:00Z");

    assertThat(of("2026-11-20T00:10:00Z", "2026-11-21T00:00:00Z")).containsExactly(wentOn);
  }
}
