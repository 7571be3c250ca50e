package clickcounter.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import clickcounter.testing.Seeded;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongRangesTest {
  private static final long MAX = Long.MAX_VALUE;
  private static final int SPAN = 100;

  @Test
  void neighboursBecomeOneRange() {
    LongRanges ids = LongRanges.of(15, 17, 16);
    assertThat(ids.rangeCount()).isEqualTo(1);
    assertThat(ids.from(0)).isEqualTo(15);
    assertThat(ids.to(0)).isEqualTo(17);
  }

  @Test
  void anIdIsNewOnce() {
    LongRanges ids = new LongRanges();
    assertThat(ids.add(5)).isTrue();
    assertThat(ids.add(5)).isFalse();
    ids.removeRange(5, 5);
    assertThat(ids.add(5)).isTrue();
  }

  @Test
  void removingFromTheMiddleSplits() {
    LongRanges ids = LongRanges.ofRange(1, 9);
    ids.removeRange(4, 6);
    assertThat(ids).isEqualTo(LongRanges.of(1, 2, 3, 7, 8, 9));
  }

  @Test
  void aRangeSwallowsWhatItTouches() {
    LongRanges ids = LongRanges.of(1, 3, 5, 7, 20);
    ids.addRange(4, 6);
    assertThat(ids).hasToString("1,2+4,13");
  }

  @Test
  void aRangeOfMillionsOfBillionsIsOneOperation() {
    LongRanges ids = LongRanges.ofRange(0, 1L << 53);
    ids.removeRange(10, (1L << 53) - 10);
    assertThat(ids.size()).isEqualTo(20);
  }

  @Test
  void theLargestIdIsAnIdLikeOthers() {
    LongRanges ids = LongRanges.of(MAX, MAX - 1);
    List<Long> listed = new ArrayList<>();
    ids.forEachId(listed::add);
    assertThat(listed).containsExactly(MAX - 1, MAX);
    ids.removeRange(MAX, MAX);
    assertThat(ids.last()).isEqualTo(MAX - 1);
  }

  @Test
  void theSizeOfAllIdsSaturates() {
    assertThat(LongRanges.ofRange(0, MAX).size()).isEqualTo(MAX);
    assertThat(LongRanges.ofRange(1, MAX).size()).isEqualTo(MAX);
    assertThat(LongRanges.ofRange(2, MAX).size()).isEqualTo(MAX - 1);
  }

  @Test
  void equalContentIsEqualWhateverItsHistory() {
    LongRanges grown = LongRanges.of(1, 3, 5, 7, 9, 11);
    grown.removeRange(4, 20);
    LongRanges fresh = LongRanges.of(3, 1);
    assertThat(grown).isEqualTo(fresh).hasSameHashCodeAs(fresh);
    assertThat(grown).isNotEqualTo(LongRanges.of(1, 4)).isNotEqualTo(LongRanges.of(1));
  }

  @Test
  void aCopyGoesItsOwnWay() {
    LongRanges ids = LongRanges.of(1, 3);
    LongRanges copy = ids.copy();
    copy.add(2);
    copy.add(9);
    ids.removeRange(1, 1);
    assertThat(ids).isEqualTo(LongRanges.of(3));
    assertThat(copy).isEqualTo(LongRanges.of(1, 2, 3, 9));
  }

  @Test
  void aSetCanBeAddedToAndRemovedFromItself() {
    LongRanges ids = LongRanges.of(1, 3, 7);
    ids.addAll(ids);
    assertThat(ids).isEqualTo(LongRanges.of(1, 3, 7));
    ids.removeAll(ids);
    assertThat(ids.isEmpty()).isTrue();
  }

  @Test
  void anEmptySetHasNoEnds() {
    LongRanges empty = new LongRanges();
    assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(empty::first);
    assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(empty::last);
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> empty.from(0));
    assertThat(empty.contains(0)).isFalse();
  }

  @Test
  void negativeIdsAndReversedRangesAreRefused() {
    LongRanges ids = LongRanges.of(1);
    assertThatIllegalArgumentException().isThrownBy(() -> ids.add(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> ids.addRange(5, 4));
    assertThatIllegalArgumentException().isThrownBy(() -> ids.removeRange(-1, 4));
    assertThat(ids.contains(-1)).isFalse();
    assertThat(ids).isEqualTo(LongRanges.of(1));
  }

  @ParameterizedTest(name = "ids from {0}")
  @ValueSource(longs = {0, 1L << 53, MAX - SPAN + 1})
  void randomOperationsAgreeWithABitSet(long base) {
    Seeded.runs(200, random -> compareWithBitSet(base, random));
  }

  @ParameterizedTest(name = "ids from {0}")
  @ValueSource(longs = {0, 1L << 53, MAX - SPAN + 1})
  void setAlgebraAgreesWithABitSet(long base) {
    Seeded.runs(2_000, random -> compareAlgebra(base, random));
  }

  private static void compareWithBitSet(long base, Random random) {
    LongRanges ids = new LongRanges();
    BitSet model = new BitSet();
    for (int step = 0; step < 200; step++) {
      int from = random.nextInt(SPAN);
      int to = Math.min(SPAN - 1, from + random.nextInt(12));
      change(ids, model, base, from, to, random.nextInt(5));
      assertSame(ids, model, base);
    }
  }

  private static void change(LongRanges ids, BitSet model, long base, int from, int to, int kind) {
    switch (kind) {
      case 0, 1 -> {
        assertThat(ids.add(base + from)).isEqualTo(!model.get(from));
        model.set(from);
      }
      case 2 -> {
        ids.removeRange(base + from, base + from);
        model.clear(from);
      }
      case 3 -> {
        ids.addRange(base + from, base + to);
        model.set(from, to + 1);
      }
      default -> {
        ids.removeRange(base + from, base + to);
        model.clear(from, to + 1);
      }
    }
  }

  private static void compareAlgebra(long base, Random random) {
    BitSet a = randomBits(random);
    BitSet b = randomBits(random);
    LongRanges union = ranges(a, base);
    LongRanges difference = union.copy();
    LongRanges other = ranges(b, base);
    union.addAll(other);
    difference.removeAll(other);
    a.or(b);
    assertSame(union, a, base);
    a.andNot(b);
    assertSame(difference, a, base);
  }

  private static void assertSame(LongRanges ids, BitSet model, long base) {
    assertThat(ids.size()).isEqualTo(model.cardinality());
    assertThat(ids.isEmpty()).isEqualTo(model.isEmpty());
    for (int i = 0; i < SPAN; i++) {
      assertThat(ids.contains(base + i)).as("id %d", i).isEqualTo(model.get(i));
    }
    for (int i = 1; i < ids.rangeCount(); i++) {
      assertThat(ids.from(i)).as("start of range %d", i).isGreaterThan(ids.to(i - 1) + 1);
    }
    assertThat(ids).isEqualTo(ranges(model, base));
    assertThat(LongRanges.parse(ids.toString())).isEqualTo(ids);
  }

  private static LongRanges ranges(BitSet bits, long base) {
    return LongRanges.of(bits.stream().mapToLong(bit -> base + bit).toArray());
  }

  private static BitSet randomBits(Random random) {
    BitSet bits = new BitSet();
    for (int i = random.nextInt(6); i > 0; i--) {
      int from = random.nextInt(SPAN);
      bits.set(from, Math.min(SPAN, from + 1 + random.nextInt(30)));
    }
    return bits;
  }
}
