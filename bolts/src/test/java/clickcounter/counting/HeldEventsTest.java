package clickcounter.counting;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.ids.LongRanges;
import clickcounter.testing.Seeded;
import clickcounter.wire.Marks;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeldEventsTest {
  private static final String AD = "m123456";

  private record Held(PendingDelivery<String> delivery, AdEvent event, boolean repeated) {}

  @Test
  void eventsAreGivenBackAsTheyCameWithTheirDeliveries() {
    Seeded.runs(
        100,
        random -> {
          HeldEvents<String> events = new HeldEvents<>();
          List<Held> model = new ArrayList<>();
          for (int i = random.nextInt(50); i > 0; i--) {
            Held held = held(random);
            events.add(held.delivery(), held.event(), held.repeated());
            model.add(held);
          }
          assertThat(events.size()).isEqualTo(model.size());
          assertThat(events.isEmpty()).isEqualTo(model.isEmpty());
          for (int i = 0; i < model.size(); i++) {
            assertThat(events.event(i, AD)).isEqualTo(model.get(i).event());
            assertThat(events.delivery(i)).isSameAs(model.get(i).delivery());
          }
        });
  }

  @Test
  void aDeliveryIsToldWhatIsDurableAndWhetherItCameAgain() {
    Seeded.runs(
        100,
        random -> {
          Held held = held(random);
          HeldEvents<String> events = new HeldEvents<>();
          events.add(held.delivery(), held.event(), held.repeated());
          RecordedOutput output = new RecordedOutput();
          RecordedMetrics metrics = new RecordedMetrics();

          events.durable(0);
          held.delivery().flush(output, metrics, 0);

          assertThat(metrics.counted).isEqualTo(held.repeated() ? 0 : 1);
          assertThat(metrics.duplicates).isEqualTo(held.repeated() ? 1 : 0);
          AdEvent event = held.event();
          assertThat(output.marks)
              .containsExactly(
                  new Marks(
                      event.counterId(), LongRanges.of(event.sequence()), event.timestampMs()));
        });
  }

  private static Held held(Random random) {
    EventKind kind = EventKind.values()[random.nextInt(EventKind.values().length)];
    long amountMicros =
        switch (kind) {
          case IMPRESSION -> 0;
          case CLICK -> random.nextInt(1_000_000);
          case BUDGET -> random.nextInt(2_000_000) - 1_000_000;
        };
    AdEvent event =
        new AdEvent(
            "host" + random.nextInt(3),
            random.nextInt(1 << 30),
            kind,
            AD,
            random.nextInt(1 << 30),
            amountMicros);
    return new Held(new PendingDelivery<>("delivery", 1, 0, 0), event, random.nextBoolean());
  }
}
