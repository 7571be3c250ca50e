package clickcounter.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.store.StoreContext;
import clickcounter.topology.TopologySettingsTable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
@Tag("long")
class HeapPartTest {
  private static final StoreContext CONTEXT = new StoreContext(new byte[48]);

  @Test
  void aLiveAdTakesMoreHeapThanAnIdleOne() {
    HeapPart part = new HeapPart(TopologySettingsTable.defaults(), 30_000, 60_000, 24);
    part.measure(() -> CONTEXT); // What earlier tests left in this JVM goes meanwhile.
    HeapPart.Result result = part.measure(() -> CONTEXT);
    assertThat(result.idleAd()).isBetween(50.0, 5_000.0);
    assertThat(result.liveAd()).isBetween(result.idleAd(), 5_000.0);
    assertThat(result.pendingEvent()).isBetween(8.0, 1_000.0);
  }
}
