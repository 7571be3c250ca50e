package clickcounter.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class WriteOffTest {
  private static final WriteOff EARLY = new WriteOff(false, "host burnt", 10, "op-1:7");
  private static final WriteOff LATE = new WriteOff(true, "disk found", 11, "op-1:1");

  @Test
  void theLaterDecisionWins() {
    assertThat(WriteOff.winner(EARLY, LATE)).isEqualTo(LATE);
    assertThat(WriteOff.winner(LATE, EARLY)).isEqualTo(LATE);
  }

  @Test
  void ofDecisionsAtOneTimeTheLargerEventIdWins() {
    WriteOff other = new WriteOff(true, "disk found", 10, "op-1:8");
    assertThat(WriteOff.winner(EARLY, other)).isEqualTo(other);
    assertThat(WriteOff.winner(other, EARLY)).isEqualTo(other);
  }

  @Test
  void ofDecisionsOfOneEventTheOneThatHidesNothingWins() {
    WriteOff reopened = new WriteOff(true, "a reason", 10, "op-1:7");
    assertThat(WriteOff.winner(EARLY, reopened)).isEqualTo(reopened);
    assertThat(WriteOff.winner(reopened, EARLY)).isEqualTo(reopened);
  }

  @Test
  void anyDecisionWinsOverNone() {
    assertThat(WriteOff.winner(null, EARLY)).isEqualTo(EARLY);
    assertThat(WriteOff.winner(EARLY, null)).isEqualTo(EARLY);
    assertThat(WriteOff.winner(null, null)).isNull();
  }

  @Test
  void aReasonIsAskedForAndBounded() {
    assertRefused(null, "op-1:7");
    assertRefused(" ", "op-1:7");
    assertRefused("x".repeat(501), "op-1:7");
    assertThat(new WriteOff(false, "x".repeat(500), 10, "op-1:7").reason()).hasSize(500);
  }

  @Test
  void theEventIsAskedFor() {
    assertRefused("host burnt", null);
    assertRefused("host burnt", "");
  }

  private static void assertRefused(String reason, String eventId) {
    assertThatIllegalArgumentException().isThrownBy(() -> new WriteOff(false, reason, 10, eventId));
  }
}
