package clickcounter.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.testing.Lines;
import clickcounter.testing.RandomEvents;
import clickcounter.testing.Seeded;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Who made an event stands beside it, and changes nothing that is counted. */
class VisitorTest {
  private static final AdEvent CLICK =
      new AdEvent("hostA-20131030_152543", 15, EventKind.CLICK, "m123456", 1383146743512L, 120000);
  private static final Visitor VISITOR = new Visitor("9f86d081884c7d65", "60303ae22b998861");

  private static CanonicalLine canonical(String line) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    CanonicalLine read = new CanonicalLine();
    return read.read(bytes, 0, bytes.length) ? read : null;
  }

  @Test
  void aVisitorFollowsTheEventsOwnFields() {
    assertThat(EventWriter.toLine(CLICK, VISITOR))
        .isEqualTo(
            """
            {"eventId":"hostA-20131030_152543:15","type":"click","adId":"m123456","timestamp":1383146743512,"costMicros":120000,"visitor":"9f86d081884c7d65","agent":"60303ae22b998861"}""");
    assertThat(EventWriter.toLine(CLICK, Visitor.UNKNOWN)).isEqualTo(EventWriter.toLine(CLICK));
  }

  @Test
  void anyEventIsTheSameWithAndWithoutAVisitor() {
    Seeded.runs(
        300,
        random -> {
          Event event = new RandomEvents(random).event();
          Visitor visitor = random(random);
          String line = EventWriter.toLine(event, visitor);
          assertThat(Lines.of(line).all()).containsExactly(event);
          assertThat(VisitorReader.read(line)).isEqualTo(visitor);
        });
  }

  private static Visitor random(Random random) {
    String[] hashes = {null, "9f86d081884c7d65", "a \"cookie\"", "広告", "x".repeat(64), "?"};
    return new Visitor(
        hashes[random.nextInt(hashes.length)], hashes[random.nextInt(hashes.length)]);
  }

  @Test
  void linesWithVisitorsAreReadTheFastWay() {
    for (Visitor visitor :
        new Visitor[] {VISITOR, new Visitor("v", null), new Visitor(null, "a"), Visitor.UNKNOWN}) {
      AdEvent impression =
          new AdEvent("hostA-1", 16, EventKind.IMPRESSION, "m123456", 1383146743633L, 0);
      assertThat(canonical(EventWriter.toLine(CLICK, visitor)).visitor()).isEqualTo(visitor);
      assertThat(canonical(EventWriter.toLine(impression, visitor)).visitor()).isEqualTo(visitor);
    }
    CanonicalLine line = new CanonicalLine();
    byte[] click = EventWriter.toLine(CLICK, VISITOR).getBytes(StandardCharsets.UTF_8);
    byte[] close = EventWriter.toLine(new Close("hostA-1", 3, 7)).getBytes(StandardCharsets.UTF_8);
    assertThat(line.read(click, 0, click.length)).isTrue();
    assertThat(line.read(close, 0, close.length)).isTrue();
    assertThat(line.visitor()).isEqualTo(Visitor.UNKNOWN);
  }

  @Test
  void noPartOfALineWithAVisitorIsAnEvent() {
    String line = EventWriter.toLine(CLICK, VISITOR);
    for (int end = 1; end < line.length(); end++) {
      assertThat(Lines.of(line.substring(0, end)).events()).isEmpty();
    }
  }

  @Test
  void aLineIsTooLongHoweverItsVisitorIsWritten() {
    String line = EventWriter.toLine(CLICK, VISITOR).replace("9f86", "9".repeat(70_000));
    assertThat(Lines.of(line).rejected()).singleElement();
  }

  @Test
  void whatIsNoHashIsNotKnownAndHarmsNoEvent() {
    String plain = EventWriter.toLine(CLICK);
    for (String value : new String[] {"7", "null", "{\"visitor\":\"x\"}", "\"\"", "[1,[2]]"}) {
      String line = plain.replace("}", ",\"visitor\":" + value + ",\"agent\":\"a\"}");
      assertThat(Lines.of(line).all()).as(line).containsExactly(CLICK);
      assertThat(VisitorReader.read(line)).as(line).isEqualTo(new Visitor(null, "a"));
    }
    assertThatThrownBy(() -> new Visitor("x".repeat(65), null))
        .hasMessage("visitor: expected a hash of 1 to 64 characters, got 65");
  }
}
