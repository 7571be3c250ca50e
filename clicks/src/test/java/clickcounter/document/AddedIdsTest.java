package clickcounter.document;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.EventKind;
import clickcounter.testing.Seeded;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AddedIdsTest {
  @Test
  void idsAreKeptInOrderAndTheFirstContributionOfEachStays() {
    Seeded.runs(
        200,
        random -> {
          AddedIds ids = new AddedIds();
          TreeMap<Long, Contribution> model = new TreeMap<>();
          for (int i = random.nextInt(40); i > 0; i--) {
            long sequence = random.nextInt(30);
            Contribution contribution = new Contribution(EventKind.CLICK, i, 0);
            assertThat(ids.contains(sequence)).isEqualTo(model.containsKey(sequence));
            assertThat(ids.add(sequence, contribution))
                .isEqualTo(model.putIfAbsent(sequence, contribution) == null);
          }
          assertThat(ids.size()).isEqualTo(model.size());
          int at = 0;
          for (var expected : model.entrySet()) {
            assertThat(ids.sequence(at)).isEqualTo(expected.getKey());
            assertThat(ids.contribution(at++)).isEqualTo(expected.getValue());
          }
        });
  }

  @Test
  void idsAreEqualWhenTheyAndTheirContributionsAre() {
    AddedIds one = ids(1, 5);
    assertThat(one).isEqualTo(ids(1, 5)).hasSameHashCodeAs(ids(1, 5));
    assertThat(one).isNotEqualTo(ids(2, 5)).isNotEqualTo(ids(1, 6)).isNotEqualTo(new AddedIds());
    assertThat(one).hasToString("1 Contribution[kind=CLICK, amountMicros=5, day=0]");
  }

  private static AddedIds ids(long sequence, long amountMicros) {
    AddedIds ids = new AddedIds();
    ids.add(sequence, new Contribution(EventKind.CLICK, amountMicros, 0));
    return ids;
  }
}
