package clickcounter.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** No record can be made that no line could contain. */
class EventRecordsTest {
  @Test
  void anAdEventHasIdsThatAParserTakes() {
    assertRefused("adId: expected 1 to 128", () -> shown("hostA-1", ""));
    assertRefused("adId: expected 1 to 128", () -> shown("hostA-1", "m".repeat(129)));
    assertRefused("half of a surrogate pair at position 1", () -> shown("hostA-1", "m\ud83dx"));
    assertRefused("half of a surrogate pair at position 2", () -> shown("hostA-1", "😀\ude00"));
    assertRefused("counter id: expected 1 to 100", () -> shown("", "m1"));
    assertRefused("found ':'", () -> shown("host:A", "m1"));
    assertThat(shown("hostA-1", "😀").adId()).isEqualTo("😀");
  }

  @Test
  void anImpressionCostsNothing() {
    assertRefused(
        "costMicros: expected 0 to 0, got 1",
        () -> new AdEvent("hostA-1", 1, EventKind.IMPRESSION, "m1", 2, 1));
  }

  @Test
  void aCountersEventHasIdsThatAParserTakes() {
    assertRefused("counter id", () -> new Close("", 0, 0));
    assertRefused(
        "counter id", () -> new WriteOffRequest("op-1", 0, 0, false, "host A", 1, 2, "gone"));
  }

  private static AdEvent shown(String counterId, String adId) {
    return new AdEvent(counterId, 1, EventKind.IMPRESSION, adId, 2, 0);
  }

  private static void assertRefused(String detail, Runnable making) {
    assertThatThrownBy(making::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(detail);
  }
}
