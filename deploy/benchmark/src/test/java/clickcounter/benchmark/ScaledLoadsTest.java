package clickcounter.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.store.StoreContext;
import clickcounter.store.StoredValue;
import clickcounter.topology.Settings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The loads of the parts full, scale and heap, small. They claim what makes the figures mean it.
 */
@Tag("slow")
@EnabledIfSystemProperty(
    named = "nightly",
    matches = "true",
    disabledReason = "Takes half a minute of a core: .ci/nightly runs it.")
class ScaledLoadsTest {
  private static final Traffic.Mix MIX = Traffic.Mix.ANY_COUNTER_A_LINE;
  private static final StoreContext CONTEXT = new StoreContext(new byte[48]);

  private final Settings settings = Settings.defaults();

  @Test
  void aPutCarriesAsManyEventsAsArePendingForEachAd() {
    HeldStorePart.Load load = new HeldStorePart.Load(100, 13_000, 80_000);
    BareTasks.Result result = new HeldStorePart(settings, load, load).whenFull(load);

    double eventsPerPut = (double) result.settled() / result.puts();
    assertThat(result.calls().adPuts() / result.calls().seconds()).isCloseTo(100, within(2.0));
    assertThat(eventsPerPut).isCloseTo(80.0 / 13, within(1.0));
  }

  @Test
  void eventsThatMayAllBePendingNeedHardlyMorePutsThanThereAreAds() {
    HeldStorePart.Load load = new HeldStorePart.Load(300, 13_000, 100_000);
    BareTasks.Result result = new HeldStorePart(settings, load, load).allAtOnce(load);

    assertThat(result.settled()).isEqualTo(100_000);
    assertThat(result.puts()).isBetween(13_000L, 14_500L);
  }

  @Test
  void casesOfScaleHaveAsManyPutsPerEvent() {
    ScalePart part = new ScalePart(settings, 1_000, 20_000, 100, 20_000);
    BareTasks.Result few = part.measure(1_000, 24, null, MIX);
    BareTasks.Result many = part.measure(20_000, 24, part.adOfManyDays(), MIX);

    assertThat(many.putsPerThousandEvents())
        .isCloseTo(few.putsPerThousandEvents(), within(0.1 * few.putsPerThousandEvents()));
  }

  @Test
  void theOldAdHasThirtyDays() throws Exception {
    StoredValue old = new ScalePart(settings, 1, 1, 1, 1_000).adOfManyDays();
    AdDocument document = AdDocumentCodec.read(old.contentType(), old.bytes());

    assertThat(document.toString()).contains(Traffic.adId(0));
    assertThat(document.totals().impressions() + document.totals().clicks()).isEqualTo(30 * 20);
  }

  @Test
  void aLiveAdTakesMoreHeapThanAnIdleOne() {
    HeapPart part = new HeapPart(settings, 30_000, 60_000, 24);
    part.measure(() -> CONTEXT); // What earlier tests left in this JVM goes meanwhile.
    HeapPart.Result result = part.measure(() -> CONTEXT);
    assertThat(result.idleAd()).isBetween(50.0, 5_000.0);
    assertThat(result.liveAd()).isBetween(result.idleAd(), 5_000.0);
    assertThat(result.pendingEvent()).isBetween(8.0, 1_000.0);
  }
}
