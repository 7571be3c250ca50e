package clickcounter.ids;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.testing.Seeded;
import java.util.List;
import org.junit.jupiter.api.Test;

class GapListMergeTest {
  private static final int SPAN = 40;
  private static final int RUNS = 3_000;

  @Test
  void whatEitherHasSeenIsSeen() {
    GapList evens = GapList.of(4, List.of(new Gap(1, 1, 5, null), new Gap(3, 3, 5, null)), null);
    GapList low = GapList.of(2, List.of(new Gap(0, 0, 9, null)), null);
    evens.merge(low);
    assertThat(evens).isEqualTo(GapList.of(4, List.of(new Gap(3, 3, 5, null)), null));
  }

  @Test
  void aSharedGapIsKnownSinceTheEarlierTimeWithTheLaterDecision() {
    WriteOff lost = new WriteOff(false, "host burnt", 10, "op-1:7");
    WriteOff found = new WriteOff(true, "disk found", 11, "op-1:8");
    GapList list = GapList.of(9, List.of(new Gap(0, 5, 3, lost)), null);
    list.merge(GapList.of(9, List.of(new Gap(4, 7, 2, found)), null));
    assertThat(list).isEqualTo(GapList.of(9, List.of(new Gap(4, 5, 2, found)), null));
  }

  @Test
  void aGapBeyondTheOtherListStaysAsItIs() {
    GapList list = GapList.of(3, List.of(), null);
    GapList longer = GapList.of(1L << 53, List.of(new Gap(0, (1L << 53) - 2, 7, null)), null);
    list.merge(longer);
    assertThat(list)
        .isEqualTo(GapList.of(1L << 53, List.of(new Gap(3, (1L << 53) - 2, 7, null)), null));
  }

  @Test
  void mergeAgreesWithTheNaiveModel() {
    Seeded.runs(
        RUNS,
        random -> {
          ModelGapList.Pair a = ModelGapList.randomPair(SPAN, random);
          ModelGapList.Pair b = ModelGapList.randomPair(SPAN, random);
          a.real().merge(b.real());
          a.model().merge(b.model());
          a.model().assertSame(a.real());
          b.model().assertSame(b.real());
        });
  }

  @Test
  void mergeIsCommutative() {
    Seeded.runs(
        RUNS,
        random -> {
          GapList a = ModelGapList.randomList(SPAN, random);
          GapList b = ModelGapList.randomList(SPAN, random);
          assertThat(merged(a, b)).isEqualTo(merged(b, a));
        });
  }

  @Test
  void mergeIsAssociative() {
    Seeded.runs(
        RUNS,
        random -> {
          GapList a = ModelGapList.randomList(SPAN, random);
          GapList b = ModelGapList.randomList(SPAN, random);
          GapList c = ModelGapList.randomList(SPAN, random);
          assertThat(merged(merged(a, b), c)).isEqualTo(merged(a, merged(b, c)));
        });
  }

  @Test
  void mergeIsIdempotent() {
    Seeded.runs(
        RUNS,
        random -> {
          GapList a = ModelGapList.randomList(SPAN, random);
          GapList b = ModelGapList.randomList(SPAN, random);
          assertThat(merged(a, a)).isEqualTo(a);
          assertThat(merged(merged(a, b), b)).isEqualTo(merged(a, b));
          GapList itself = a.copy();
          itself.merge(itself);
          assertThat(itself).isEqualTo(a);
        });
  }

  private static GapList merged(GapList a, GapList b) {
    GapList merged = a.copy();
    merged.merge(b);
    return merged;
  }
}
