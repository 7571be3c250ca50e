package clickcounter.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import clickcounter.event.EventKind;
import clickcounter.ids.RangeText;
import clickcounter.testing.Seeded;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AdHoursTest {
  @Test
  void hoursCountAsANaiveMapDoes() {
    Seeded.runs(
        500,
        random -> {
          AdHours hours = new AdHours();
          Map<Long, HourCounts> open = new TreeMap<>();
          Map<Long, HourCounts> rolled = new TreeMap<>();
          for (int i = 0; i < 200; i++) {
            long quarter = 4L * random.nextInt(30);
            if (hours.mayBeRolled(quarter)) {
              HourCounts back = rolled.remove(quarter);
              hours.takeBack(quarter, back == null ? HourCounts.NONE : back);
              open.put(quarter, back == null ? HourCounts.NONE : back);
            }
            boolean click = random.nextInt(3) == 0;
            hours.add(click ? EventKind.CLICK : EventKind.IMPRESSION, click ? i : 0, quarter);
            HourCounts one = click ? new HourCounts(0, 1, i) : new HourCounts(1, 0, 0);
            open.merge(quarter, one, HourCounts::plus);
            if (random.nextInt(10) == 0 && hours.isClosed(0)) {
              long oldest = hours.quarterAt(0);
              rolled.put(oldest, open.remove(oldest));
              hours.drop(oldest);
            }
          }
          Map<Long, HourCounts> counted = new TreeMap<>();
          hours.forEach(counted::put);
          assertThat(counted).isEqualTo(open);
          RangeText text = new RangeText();
          HoursText.write(hours, text);
          assertThat(HoursText.read(text.toString())).isEqualTo(hours);
        });
  }

  @Test
  void anHourThatMayBeRolledTakesNoEventBeforeItIsTakenBack() {
    AdHours hours = HoursText.read("1536828:1i,2i@12;");
    assertThat(hours.rolledTo()).isEqualTo(1536812);
    assertThatIllegalStateException()
        .isThrownBy(() -> hours.add(EventKind.IMPRESSION, 0, 1536808))
        .withMessageContaining("take it back first");
    hours.takeBack(1536808, new HourCounts(5, 0, 0));
    hours.add(EventKind.IMPRESSION, 0, 1536808);
    assertThat(hours.counts(1536808)).isEqualTo(new HourCounts(6, 0, 0));
  }

  @Test
  void anHourBetweenOpenOnesBehindTheRolledHasNoEvents() {
    AdHours hours = HoursText.read("1536828:1i,2i@12;");
    hours.add(EventKind.IMPRESSION, 0, 1536820);
    assertThat(hours.counts(1536820)).isEqualTo(new HourCounts(1, 0, 0));
  }

  @Test
  void theNewestHourAndTheOneBeforeItAreNeverDropped() {
    AdHours hours = HoursText.read("1536828:1i,2i");
    assertThatIllegalStateException().isThrownBy(() -> hours.drop(1536828));
    assertThatIllegalStateException().isThrownBy(() -> hours.drop(1536824));
  }

  @Test
  void aBudgetHasNoHour() {
    AdHours hours = new AdHours();
    hours.add(EventKind.BUDGET, 5, 0);
    assertThat(hours).isEqualTo(new AdHours());
  }

  @Test
  void theBytesOfClosedHoursAreThoseInTheDocument() {
    AdHours hours = HoursText.read("1536828:1i,2i,520i1c120000,7i@8,9i;");
    assertThat(hours.closedTake(",520i1c120000,7i@8,9i".length())).isTrue();
    assertThat(hours.closedTake(",520i1c120000,7i@8,9i".length() + 2)).isFalse();
  }
}
