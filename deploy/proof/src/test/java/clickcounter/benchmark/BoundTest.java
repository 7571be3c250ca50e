package clickcounter.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.benchmark.Bound.Observed;
import org.junit.jupiter.api.Test;

/** Which bound is named when several things were seen. */
class BoundTest {
  private static Observed seen(double cores, double puts, double sync, double bytes) {
    return new Observed(cores, cores, 2, puts, 0, sync, bytes, 1);
  }

  @Test
  void aBusyProcessorIsTheBoundWhateverElseIsFull() {
    assertThat(Bound.of(seen(1.92, 1, 1, 1))).isEqualTo(Bound.PROCESSOR);
    assertThat(Bound.of(seen(1.88, 1, 1, 1))).isEqualTo(Bound.STORE);
  }

  @Test
  void aProcessorThatOtherProgramsUseIsTheBoundAsWell() {
    assertThat(Bound.of(new Observed(0.9, 1.99, 2, 1, 0, 1, 1, 1))).isEqualTo(Bound.PROCESSOR);
  }

  @Test
  void pendingMessagesAreTheBoundOnlyIfNeitherStoreNorDiskIs() {
    assertThat(Bound.of(seen(1, 0.6, 0.6, 1))).isEqualTo(Bound.STORE);
    assertThat(Bound.of(seen(1, 0.4, 0.6, 1))).isEqualTo(Bound.DISK);
    assertThat(Bound.of(seen(1, 0.4, 0.4, 1))).isEqualTo(Bound.OUR_PENDING_BYTES);
  }

  @Test
  void aPutRateAtItsSettingIsALimitOfOurs() {
    assertThat(Bound.of(new Observed(1, 1, 2, 0.1, 0.97, 0, 1, 1))).isEqualTo(Bound.OUR_PUT_RATE);
  }

  @Test
  void processorStoreAndDiskCanBeTheBoundInTurns() {
    assertThat(Bound.of(seen(1.68, 0.34, 0.49, 0.1))).isEqualTo(Bound.IN_TURNS);
    assertThat(Bound.of(seen(1.2, 0.1, 0.1, 0.1))).isEqualTo(Bound.UNKNOWN);
  }

  @Test
  void nothingWatchedIsSaid() {
    Observed quiet = seen(1, 0, 0, 0);
    assertThat(Bound.of(quiet)).isEqualTo(Bound.UNKNOWN);
    assertThat(Bound.text(quiet)).startsWith("bound by nothing that was watched: ");
  }
}
