package clickcounter.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.testing.RandomEvents;
import clickcounter.testing.Seeded;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EventBatchTest {
  private static int hash(String id) {
    byte[] name = AdIds.bytes(id);
    return AdIds.hash(name, 0, name.length);
  }

  @Test
  void aBatchGivesBackTheEventsThatWereAdded() {
    Seeded.runs(
        200,
        random -> {
          EventBatchBuilder builder = new EventBatchBuilder();
          for (int round = 0; round < 3; round++) {
            List<AdEvent> events = events(random);
            events.forEach(builder::add);
            EventBatch batch = builder.build();
            assertThat(batch.events()).isEqualTo(events);
            assertThat(batch).isEqualTo(EventBatch.of(events)).hasSameHashCodeAs(events);
            requireColumns(batch, events);
          }
        });
  }

  @Test
  void aMovedEventHasItsAmountWhateverTheOrder() {
    Seeded.runs(
        50,
        random -> {
          List<AdEvent> events = events(random);
          EventBatch batch = EventBatch.of(events);
          BatchEvent event = new BatchEvent();
          for (int i = 0; i < 3 * events.size(); i++) {
            int index = random.nextInt(events.size());
            assertThat(event.moveTo(batch, index).amountMicros())
                .isEqualTo(events.get(index).amountMicros());
          }
        });
  }

  private static void requireColumns(EventBatch batch, List<AdEvent> events) {
    HashSet<String> counters = new HashSet<>();
    HashSet<String> ads = new HashSet<>();
    BatchEvent event = new BatchEvent();
    for (int i = 0; i < events.size(); i++) {
      AdEvent expected = events.get(i);
      event.moveTo(batch, i);
      assertThat(event.counterId()).isEqualTo(expected.counterId());
      assertThat(event.sequence()).isEqualTo(expected.sequence());
      assertThat(event.kind()).isEqualTo(expected.kind());
      assertThat(event.timestampMs()).isEqualTo(expected.timestampMs());
      assertThat(event.amountMicros()).isEqualTo(expected.amountMicros());
      int ad = batch.ad(i);
      int length = batch.adTo(ad) - batch.adFrom(ad);
      assertThat(new String(batch.adNames(), batch.adFrom(ad), length, StandardCharsets.UTF_8))
          .isEqualTo(expected.adId());
      assertThat(batch.adHash(ad)).isEqualTo(hash(expected.adId()));
      counters.add(expected.counterId());
      ads.add(expected.adId());
    }
    assertThat(batch.counters()).isEqualTo(counters.size());
    assertThat(batch.ads()).isEqualTo(ads.size());
  }

  private static List<AdEvent> events(Random random) {
    RandomEvents drawn = new RandomEvents(random);
    List<String> ads = List.of("m1", drawn.text(20), drawn.text(128), "Aa", "BB");
    List<AdEvent> events = new ArrayList<>();
    for (int left = random.nextInt(300); left > 0; left--) {
      AdEvent any = drawn.adEvent();
      String adId = random.nextBoolean() ? ads.get(random.nextInt(ads.size())) : any.adId();
      events.add(
          new AdEvent(
              any.counterId(),
              any.sequence(),
              any.kind(),
              adId,
              any.timestampMs(),
              any.amountMicros(),
              any.judgement()));
    }
    return events;
  }

  @Test
  void aCanonicalLineBecomesTheEventThatAnyLineBecomes() {
    Seeded.runs(
        200,
        random -> {
          AdEvent event = new RandomEvents(random).adEvent();
          byte[] line = EventWriter.toLine(event).getBytes(StandardCharsets.UTF_8);
          CanonicalLine canonical = new CanonicalLine();
          if (canonical.read(line, 0, line.length)) {
            EventBatchBuilder builder = new EventBatchBuilder();
            builder.add(canonical, canonical.counterId());
            assertThat(builder.build().events()).containsExactly(event);
          }
        });
  }

  @Test
  void timesFarApartAreKeptWhole() {
    List<AdEvent> events =
        List.of(
            new AdEvent("hostA-1", 0, EventKind.IMPRESSION, "m1", EventLimits.MAX_TIMESTAMP_MS, 0),
            new AdEvent("hostA-1", 1, EventKind.IMPRESSION, "m1", 0, 0),
            new AdEvent("hostA-1", 2, EventKind.IMPRESSION, "m1", 1L << 31, 0));
    assertThat(EventBatch.of(events).events()).isEqualTo(events);
    assertThat(EventBatch.of(events.subList(1, 2)).events()).isEqualTo(events.subList(1, 2));
  }

  @Test
  void whatNoEventCanBeIsRefused() {
    EventBatchBuilder builder = new EventBatchBuilder();
    byte[] tooLong = "m".repeat(EventLimits.MAX_AD_ID_LENGTH + 1).getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> builder.ad(tooLong, 0, tooLong.length))
        .hasMessage("adId: expected 1 to 128 characters, got 129");
    byte[] halfACharacter = {(byte) 0xC3};
    assertThatThrownBy(() -> builder.ad(halfACharacter, 0, 1))
        .hasMessage("adId: expected UTF-8, found other bytes");
    assertThatThrownBy(() -> builder.counter("host:1")).hasMessageContaining("found ':'");
    assertThatThrownBy(() -> builder.add(0, 0, EventKind.IMPRESSION, 0, 0, 1))
        .hasMessage("costMicros: expected 0 to 0, got 1");
  }

  @Test
  void idsWithOneHashAreDifferentAds() {
    assertThat(hash("Aa")).isEqualTo(hash("BB"));
    EventBatch batch =
        EventBatch.of(
            List.of(
                new AdEvent("hostA-1", 0, EventKind.IMPRESSION, "Aa", 0, 0),
                new AdEvent("hostA-1", 1, EventKind.IMPRESSION, "BB", 0, 0)));
    assertThat(batch.ads()).isEqualTo(2);
  }
}
