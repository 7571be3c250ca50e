package clickcounter.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import clickcounter.event.EventKind;
import clickcounter.hours.Hours;
import clickcounter.testing.Seeded;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AddedIdsTest {
  @Test
  void idsAreKeptInOrderAndTheFirstContributionOfEachStays() {
    Seeded.runs(
        200,
        random -> {
          int mixed = random.nextInt(3);
          AddedIds ids = new AddedIds();
          for (int before = random.nextInt(20); before > 0; before--) {
            ids.add(random.nextInt(30), contribution(random, 2));
          }
          ids.clear();
          TreeMap<Long, Contribution> model = new TreeMap<>();
          for (int i = random.nextInt(40); i > 0; i--) {
            long sequence = random.nextInt(30);
            Contribution contribution = contribution(random, mixed);
            assertThat(ids.contains(sequence)).isEqualTo(model.containsKey(sequence));
            assertThat(ids.add(sequence, contribution))
                .isEqualTo(model.putIfAbsent(sequence, contribution) == null);
          }
          assertThat(ids.size()).isEqualTo(model.size());
          int at = 0;
          for (var expected : model.entrySet()) {
            assertThat(ids.sequence(at)).isEqualTo(expected.getKey());
            assertThat(ids.contribution(at)).isEqualTo(expected.getValue());
            assertThat(ids.kind(at)).isEqualTo(expected.getValue().kind());
            assertThat(ids.amountMicros(at)).isEqualTo(expected.getValue().amountMicros());
            assertThat(ids.hour(at++)).isEqualTo(expected.getValue().hour());
          }
          AddedIds inOrder = new AddedIds();
          model.forEach(inOrder::add);
          assertThat(inOrder).isEqualTo(ids).hasSameHashCodeAs(ids);
        });
  }

  /** At first impressions of one day only, then of several days, then all kinds. */
  private static Contribution contribution(Random random, int mixed) {
    long day = mixed == 0 ? 7 : random.nextLong(Hours.MAX + 1);
    return switch (mixed < 2 ? 0 : random.nextInt(3)) {
      case 0 -> new Contribution(EventKind.IMPRESSION, 0, day);
      case 1 -> new Contribution(EventKind.CLICK, random.nextLong(Long.MAX_VALUE), day);
      default -> new Contribution(EventKind.BUDGET, random.nextLong(), 0);
    };
  }

  @Test
  void whatNoEventContributesIsRefused() {
    AddedIds ids = new AddedIds();
    assertThatIllegalArgumentException().isThrownBy(() -> ids.add(1, EventKind.IMPRESSION, 1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> ids.add(1, EventKind.CLICK, -1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> ids.add(1, EventKind.CLICK, 1, -1));
    assertThatIllegalArgumentException().isThrownBy(() -> ids.add(1, EventKind.BUDGET, 1, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ids.add(1, EventKind.CLICK, 1, Hours.MAX + 1));
    assertThat(ids).isEqualTo(new AddedIds());
  }

  @Test
  void idsAreEqualWhenTheyAndTheirContributionsAre() {
    AddedIds one = ids(1, 5);
    assertThat(one).isEqualTo(ids(1, 5)).hasSameHashCodeAs(ids(1, 5));
    assertThat(one).isNotEqualTo(ids(2, 5)).isNotEqualTo(ids(1, 6)).isNotEqualTo(new AddedIds());
    assertThat(one).hasToString("1 Contribution[kind=CLICK, amountMicros=5, hour=0]");
  }

  private static AddedIds ids(long sequence, long amountMicros) {
    AddedIds ids = new AddedIds();
    ids.add(sequence, new Contribution(EventKind.CLICK, amountMicros, 0));
    return ids;
  }
}
