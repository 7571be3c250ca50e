package clickcounter.tools.archive;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.EventParser;
import clickcounter.event.EventSink;
import clickcounter.event.EventWriter;
import clickcounter.event.Rejected;
import clickcounter.tools.Seed;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventLineTest {
  /** Changes nothing but the way in which a line is read. */
  private static final String KEPT_FROM_CANONICAL = " ";

  private final EventLine line = new EventLine();

  @Test
  void aClickIsReadWithAllItsFields() {
    String text =
        "{\"eventId\":\"hostA-20131030_152543:15\",\"type\":\"click\",\"adId\":\"m123456\","
            + "\"timestamp\":1383146743512,\"costMicros\":120000}";

    assertThat(read(text)).isTrue();

    assertThat(line.counterId()).isEqualTo("hostA-20131030_152543");
    assertThat(line.sequence()).isEqualTo(15);
    assertThat(line.kind()).isEqualTo(EventKind.CLICK);
    assertThat(line.adId()).isEqualTo("m123456");
    assertThat(line.timestampMs()).isEqualTo(1383146743512L);
    assertThat(line.amountMicros()).isEqualTo(120_000);
  }

  @Test
  void otherOrderSpacesAndUnknownFieldsAreReadAllTheSame() {
    assertThat(
            read(
                " {\"x\":[1], \"type\":\"budget\",\"budgetMicros\":-5,\"adId\":\"\\u00e9\","
                    + "\"timestamp\":1,\"eventId\":\"c:0\"}\r"))
        .isTrue();

    assertThat(line.adId()).isEqualTo("é");
    assertThat(line.amountMicros()).isEqualTo(-5);
  }

  @Test
  void aBadLineNamesItsFaultAndABlankOneNone() {
    assertThat(read("{\"eventId\":\"c:0\"}")).isFalse();
    assertThat(line.rejected().detail()).contains("type is missing");
    assertThat(read("  ")).isFalse();
    assertThat(line.rejected()).isNull();
  }

  /** For any bytes, the result is the same as the parser's. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void damagedLinesAreReadAsTheParserReadsThem(long seed) throws Exception {
    Seed.with(
        seed,
        random -> {
          for (int i = 0; i < 20_000; i++) {
            String text = random.nextInt(4) == 0 ? canonical(random) : damaged(random);
            assertSameAsParser(text);
          }
        });
  }

  private static String canonical(SplittableRandom random) {
    long at = random.nextLong(2_000_000_000_000L);
    long sequence = random.nextLong(random.nextBoolean() ? 100 : 1L << 53);
    return EventWriter.toLine(
        switch (random.nextInt(4)) {
          case 0 -> new AdEvent("hostA-1", sequence, EventKind.IMPRESSION, "m1", at, 0);
          case 1 ->
              new AdEvent("h", sequence, EventKind.CLICK, "an ad", at, random.nextLong(1L << 39));
          case 2 ->
              new AdEvent(
                  "h.x", sequence, EventKind.BUDGET, "é", at, random.nextLong(2_000) - 1_000);
          default -> new Close("h_1", sequence, at);
        });
  }

  private static String damaged(SplittableRandom random) {
    StringBuilder text = new StringBuilder(canonical(random));
    String letters = "{}\":,0-19.aé\\ \r\t:\"x\0\ufeff";
    for (int i = random.nextInt(1, 4); i > 0 && !text.isEmpty(); i--) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(4)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.setCharAt(at, letters.charAt(random.nextInt(letters.length())));
        case 2 -> text.insert(at, letters.charAt(random.nextInt(letters.length())));
        default -> text.setLength(at);
      }
    }
    return text.toString();
  }

  private void assertSameAsParser(String text) {
    boolean isEvent = read(text);
    Object expected = parsed(text);
    assertThat(isEvent).as(text).isEqualTo(expected instanceof Event);
    if (isEvent) {
      assertThat(actual())
          .as(text)
          .isEqualTo(expected)
          .isEqualTo(parsed(text + KEPT_FROM_CANONICAL));
    } else {
      assertThat(line.rejected()).as(text).isEqualTo(expected);
    }
  }

  private static Object parsed(String text) {
    Object[] parsed = new Object[1];
    new EventParser()
        .parse(
            text,
            new EventSink() {
              @Override
              public void event(Event event) {
                parsed[0] = event;
              }

              @Override
              public void rejected(Rejected rejected) {
                parsed[0] = rejected;
              }
            });
    return parsed[0];
  }

  private Event actual() {
    if (line.isClose()) {
      return new Close(line.counterId(), line.sequence(), line.timestampMs());
    }
    return new AdEvent(
        line.counterId(),
        line.sequence(),
        line.kind(),
        line.adId(),
        line.timestampMs(),
        line.amountMicros());
  }

  private boolean read(String text) {
    byte[] bytes = ("before" + text + "after").getBytes(StandardCharsets.UTF_8);
    return line.read(bytes, 6, bytes.length - 5);
  }
}
