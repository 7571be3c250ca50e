package clickcounter.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import clickcounter.drill.ClickingPeople.Click;
import clickcounter.drill.ClickingPeople.Late;
import clickcounter.drill.ClickingPeople.Servers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** The bounds of the drill {@code ad-states} fail when they should. */
class ClickingPeopleTest {
  private static final int BUDGET = 3;
  private static final long LONG_MS = 30_000;

  private final AtomicInteger clicks = new AtomicInteger();
  private volatile long spentNs;

  private final Click counting =
      adId -> {
        if (clicks.incrementAndGet() == BUDGET) {
          spentNs = System.nanoTime();
        }
      };

  private boolean isSpentFor(long ms) {
    return clicks.get() >= BUDGET && TestBed.msSince(spentNs) >= ms;
  }

  private static Servers servers(BooleanSupplier mayShow, BooleanSupplier showing) {
    return new Servers() {
      @Override
      public boolean mayShow(int number, String adId) {
        return mayShow.getAsBoolean();
      }

      @Override
      public long showing(String adId) {
        return showing.getAsBoolean() ? 1 : 0;
      }
    };
  }

  private Late click(BooleanSupplier mayShow, BooleanSupplier showing, long withinMs)
      throws Exception {
    return new ClickingPeople(servers(mayShow, showing), counting, withinMs).click("m1", BUDGET);
  }

  @Test
  void theClicksAreThoseWhileAServerDoesNotKnow() throws Exception {
    BooleanSupplier shows = () -> !isSpentFor(100) || clicks.get() == BUDGET;

    Late late = click(shows, shows, LONG_MS);

    assertThat(late.allKnowMs()).isBetween(99L, LONG_MS);
    assertThat(late.clicksBeyond()).isBetween(1, (int) late.mostClicks());
    assertThat(clicks).hasValue(BUDGET + late.clicksBeyond());
  }

  @Test
  void aServerThatShowsAnAdAgainDoesNotKnow() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    BooleanSupplier showsAgain = () -> isSpentFor(120) && looks.incrementAndGet() <= 20;
    BooleanSupplier shows = () -> !isSpentFor(50) || showsAgain.getAsBoolean();

    assertThat(click(() -> !isSpentFor(50), shows, LONG_MS).allKnowMs())
        .isGreaterThanOrEqualTo(119);
  }

  @Test
  void clicksThatNoServersIgnoranceExplainsAreABreach() {
    AtomicInteger looks = new AtomicInteger();
    BooleanSupplier showing =
        () -> {
          if (isSpentFor(0) && looks.incrementAndGet() == 2) {
            await().until(() -> clicks.get() > BUDGET + 50);
          }
          return !isSpentFor(0);
        };

    assertThatThrownBy(() -> click(() -> true, showing, LONG_MS))
        .isInstanceOf(Breach.class)
        .hasMessageContaining("although all ad servers knew");
  }

  @Test
  void aServerThatNeverKnowsIsABreach() {
    assertThatThrownBy(() -> click(() -> true, () -> true, 100))
        .isInstanceOf(Breach.class)
        .hasMessageContaining("still showed m1");
  }

  @Test
  void anAdThatNobodyShowsBeforeItsBudgetIsSpentIsABreach() {
    assertThatThrownBy(() -> click(() -> false, () -> false, 50))
        .isInstanceOf(Breach.class)
        .hasMessageContaining("its budget is not spent");
  }

  @Test
  void aSlowPercentileIsABreach() throws Exception {
    List<Long> most = Collections.nCopies(50, StatesLate.MOST_P99_MS);
    StatesLate.requireFast(most);

    List<Long> oneSlow = new ArrayList<>(most);
    oneSlow.set(7, StatesLate.MOST_P99_MS + 1);
    assertThatThrownBy(() -> StatesLate.requireFast(oneSlow))
        .isInstanceOf(Breach.class)
        .hasMessageContaining("5001 ms");
  }
}
