package clickcounter.event;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.testing.Lines;
import clickcounter.testing.RandomEvents;
import clickcounter.testing.Seeded;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventRoundTripTest {
  @Test
  void anEventIsWrittenAsTheDesignShowsIt() {
    AdEvent click =
        new AdEvent(
            "hostA-20131030_152543", 15, EventKind.CLICK, "m123456", 1383146743512L, 120000);
    assertThat(EventWriter.toLine(click))
        .isEqualTo(
            """
            {"eventId":"hostA-20131030_152543:15","type":"click","adId":"m123456","timestamp":1383146743512,"costMicros":120000}""");
  }

  @Test
  void anyEventIsReadBackAsItWasWritten() {
    Seeded.runs(
        200,
        random -> {
          RandomEvents events = new RandomEvents(random);
          List<Event> written = new ArrayList<>();
          StringBuilder text = new StringBuilder();
          for (int i = 0; i < 20; i++) {
            Event event = events.event();
            written.add(event);
            text.append(EventWriter.toLine(event)).append('\n');
          }
          assertThat(Lines.of(text.toString()).all()).isEqualTo(written);
        });
  }

  @Test
  void aLineHasNoNewlineInsideAndSurvivesUtf8() {
    Seeded.runs(
        200,
        random -> {
          String line = EventWriter.toLine(new RandomEvents(random).event());
          assertThat(line).doesNotContain("\n", "\r");
          byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
          assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(line);
        });
  }

  @Test
  void noPartOfALineIsAnEvent() {
    Seeded.runs(
        20,
        random -> {
          String line = EventWriter.toLine(new RandomEvents(random).event());
          for (int end = 1; end < line.length(); end++) {
            assertThat(Lines.of(line.substring(0, end)).events()).isEmpty();
          }
        });
  }
}
