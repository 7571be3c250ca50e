package clickcounter.console;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Judgement;
import clickcounter.tools.Counting;
import clickcounter.tools.documents.Documents;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdPagesTest {
  private static final String COUNTER = "hostA-20261024_000000";
  private final Counting counting = new Counting();

  private void count(long sequence, EventKind kind, Judgement judgement) {
    long amount = kind.hasAmount() ? 250_000 : 0;
    counting.receive(
        List.of(
            EventWriter.toLine(
                new AdEvent(COUNTER, sequence, kind, "m1", Counting.NOW_MS, amount, judgement))));
  }

  private String page() {
    return new AdPages(new Documents(counting.store), Clock.systemUTC()).body("m1").html();
  }

  @Test
  void thePageOfAnAdSaysWhichClicksAreNotChargedIfThereAreAny() {
    count(0, EventKind.CLICK, null);
    count(1, EventKind.CLICK, null);
    assertThat(page()).contains("<h2>Clicks</h2><p class=\"figure\">2</p>");
    assertThat(page()).doesNotContain("not charged:");

    count(2, EventKind.FILTERED_BOTS, Judgement.ofFilter("bots@1"));
    count(3, EventKind.INVALIDATION, new Judgement("repeat@2", COUNTER + ":1", "ivt"));
    assertThat(page())
        .contains("<h2>Clicks</h2><p class=\"figure\">1</p>")
        .contains("not charged: 2 of 3 clicks: bots 1, invalidated 1 (0.25)");
  }
}
