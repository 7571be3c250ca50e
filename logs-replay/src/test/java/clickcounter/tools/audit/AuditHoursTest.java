package clickcounter.tools.audit;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.tools.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The hours of an ad's document are compared with those of the archive. */
class AuditHoursTest {
  private static final String FIRST = line(0, "impression", "2026-11-20T09:10:00Z");
  private static final String CLICK = line(1, "click", "2026-11-20T11:30:00Z");
  private static final String LAST = line(2, "impression", "2026-11-20T13:50:00Z");

  @TempDir private Path directory;
  private Path archive;
  private final Tool tool = new Tool();

  private static String line(int sequence, String type, String at) {
    return "{\"eventId\":\"hostA-20261120_090000:%d\",\"type\":\"%s\",\"adId\":\"m1\",\"timestamp\":%d%s}"
        .formatted(
            sequence,
            type,
            Instant.parse(at).toEpochMilli(),
            type.equals("click") ? ",\"costMicros\":250000" : "");
  }

  @BeforeEach
  void write() throws Exception {
    archive = Files.createDirectory(directory.resolve("archive"));
    Files.write(archive.resolve("a.ndjson"), List.of(FIRST, CLICK, LAST));
  }

  private Result audit(String... counted) {
    tool.counting.receive(List.of(counted));
    return tool.run("documents", "audit", archive);
  }

  @Test
  void theSameHoursAreEqual() {
    Result audit = audit(LAST, CLICK, FIRST);

    assertThat(audit.status()).as(audit.out() + audit.err()).isZero();
  }

  /** Totals, days, first and last event are right. */
  @Test
  void aClickInAWrongHourIsWrong() {
    Result audit = audit(FIRST, line(1, "click", "2026-11-20T12:30:00Z"), LAST);

    assertThat(audit.status()).as(audit.out() + audit.err()).isEqualTo(2);
    assertThat(audit.out())
        .contains("Wrong: documents of 1 ad", "hour 2026-11-20T11:00:00Z")
        .contains("hour 2026-11-20T12:00:00Z")
        .doesNotContain("ranking", "clicks:", "lastEventAt");
  }

  @Test
  void anImpressionInAWrongHourIsWrong() throws Exception {
    String impression = line(3, "impression", "2026-11-20T12:00:00Z");
    Files.write(archive.resolve("b.ndjson"), List.of(impression));

    Result audit = audit(FIRST, CLICK, LAST, line(3, "impression", "2026-11-20T11:59:59.999Z"));

    assertThat(audit.status()).as(audit.out() + audit.err()).isEqualTo(2);
    assertThat(audit.out()).contains("hour 2026-11-20T11:00:00Z", "hour 2026-11-20T12:00:00Z");
  }

  /** Two events have this number, and either may have been counted. */
  @Test
  void numberWithTwoContentsMakesNoDocumentWrong() throws Exception {
    String other = line(1, "click", "2026-11-20T12:30:00Z");
    Files.write(archive.resolve("b.ndjson"), List.of(other));

    for (String click : List.of(CLICK, other)) {
      Tool tool = new Tool();
      tool.counting.receive(List.of(FIRST, click, LAST));
      Result audit = tool.run("documents", "audit", archive);

      assertThat(audit.status()).as(audit.out()).isIn(0, 3);
      assertThat(audit.out()).doesNotContain("Wrong:");
    }
  }

  /** It is kept, so a second audit reads only what is new. */
  @Test
  void tableOfTheSettingIsBroughtUpToDate() throws Exception {
    Path table = directory.resolve("table");
    Object[] words = {
      "documents", "audit", "--set", "ops.archives=" + archive, "--set", "ops.table=" + table
    };
    tool.counting.receive(List.of(FIRST, CLICK, LAST));
    assertThat(tool.run(words).out()).contains("3 events of 1 ad", "EQUAL");

    String more = line(3, "impression", "2026-11-20T14:00:00Z");
    Files.write(archive.resolve("b.ndjson"), List.of(more));
    tool.counting.receive(List.of(more));

    assertThat(tool.run(words).out()).contains("4 events of 1 ad", "EQUAL");
    assertThat(table.resolve("manifest.json")).exists();
  }
}
