package clickcounter.counting;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.AdEvent;
import clickcounter.event.EventBatch;
import clickcounter.event.EventKind;
import clickcounter.ids.LongRanges;
import clickcounter.testing.Seeded;
import clickcounter.wire.Marks;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PendingDeliveryTest {
  private static final List<String> COUNTERS = List.of("hostB-1", "hostA-1");

  /** The bits of a delivery take several words. */
  @Test
  void eachEventIsMarkedOnceInWhateverOrderItBecomesDurable() {
    Seeded.runs(
        100,
        random -> {
          int events = 1 + random.nextInt(200);
          PendingDelivery<String> delivery =
              new PendingDelivery<>("delivery", batch(events), 0, 1_000);
          RecordedOutput output = new RecordedOutput();
          RecordedMetrics metrics = new RecordedMetrics();
          List<Integer> order = new ArrayList<>();
          for (int i = 0; i < events; i++) {
            order.add(i);
          }
          Collections.shuffle(order, random);
          for (int index : order) {
            delivery.durable(index, random.nextBoolean());
            if (random.nextInt(20) == 0 || delivery.open() == 0) {
              delivery.flush(output, metrics, 2_000);
            }
          }
          assertThat(output.acked).containsExactly("delivery");
          Map<String, LongRanges> marked = new HashMap<>();
          long ids = 0;
          for (Marks marks : output.unsent) {
            marked.computeIfAbsent(marks.counterId(), id -> new LongRanges()).addAll(marks.ids());
            ids += marks.ids().size();
          }
          assertThat(ids).as("no id is marked twice").isEqualTo(events);
          assertThat(marked.values().stream().mapToLong(LongRanges::size).sum()).isEqualTo(events);
          marked.values().forEach(all -> assertThat(all.rangeCount()).isEqualTo(1));
        });
  }

  private static EventBatch batch(int events) {
    List<AdEvent> batch = new ArrayList<>();
    for (int i = 0; i < events; i++) {
      batch.add(
          new AdEvent(COUNTERS.get(i % 2), 100 + i / 2, EventKind.IMPRESSION, "m" + i % 7, i, 0));
    }
    return EventBatch.of(batch);
  }
}
