package clickcounter.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.event.CounterId;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EventLogSettingsTest {
  private static final EventLogSettings DEFAULTS = EventLogSettings.of(Path.of("archive"), "hostA");

  @Test
  void theLongestHostStillHasCounterIds() {
    String host = "h".repeat(77);
    EventLogSettings.of(Path.of("archive"), host);
    assertThat(CounterId.create(host, Instant.EPOCH, new Random(1))).hasSize(100);
    assertRefused("host: expected 1 to 77", () -> EventLogSettings.of(Path.of("a"), host + "h"));
  }

  @Test
  void aHostCannotLeaveTheArchivesDirectory() {
    for (String host : new String[] {"", ".", "..", ".hidden", "a/b", "a\\b", "a:b", "ops"}) {
      assertRefused("host", () -> EventLogSettings.of(Path.of("archive"), host));
    }
  }

  @Test
  void aSettingOutOfRangeIsNamedWithItsValue() {
    assertRefused(
        "batchLines: expected 1 to 100000, got 0",
        () -> DEFAULTS.withBatchLines(0).withLingerMs(1));
    assertRefused(
        "lingerMs: expected 0 to 3600000, got -1",
        () -> DEFAULTS.withBatchLines(1).withLingerMs(-1));
    assertRefused(
        "bufferLines: expected 500 to",
        () -> DEFAULTS.withBufferLines(499).withFullBufferWaitMs(1));
    assertRefused("fullBufferWaitMs", () -> DEFAULTS.withBufferLines(500).withFullBufferWaitMs(-1));
    assertRefused(
        "sendAttempts: expected 1 to 1000, got 0",
        () -> DEFAULTS.withSendAttempts(0).withFirstRetryWaitMs(1));
    assertRefused("firstRetryWaitMs", () -> DEFAULTS.withSendAttempts(1).withFirstRetryWaitMs(-1));
    assertRefused("closeWaitMs", () -> DEFAULTS.withCloseWaitMs(-1));
  }

  @Test
  void aChangeOfOneSettingKeepsTheOthers() {
    EventLogSettings changed =
        DEFAULTS
            .withBatchLines(7)
            .withLingerMs(8)
            .withBufferLines(9)
            .withFullBufferWaitMs(10)
            .withSendAttempts(11)
            .withFirstRetryWaitMs(12)
            .withCloseWaitMs(13)
            .withFsync(true);
    assertThat(changed)
        .isEqualTo(
            new EventLogSettings(Path.of("archive"), "hostA", 7, 8, 9, 10, 11, 12, 13, true));
  }

  private static void assertRefused(String detail, Runnable making) {
    assertThatThrownBy(making::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(detail);
  }
}
