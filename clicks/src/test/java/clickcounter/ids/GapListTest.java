package clickcounter.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import clickcounter.testing.Seeded;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GapListTest {
  private static final long NOW = 1_000;
  private static final long LATER = 2_000;
  private static final long BILLION = 1_000_000_000;
  private static final WriteOff LOST = new WriteOff(false, "host burnt", LATER, "op-1:7");
  private static final WriteOff FOUND = new WriteOff(true, "disk found", LATER + 1, "op-1:8");

  private final GapList list = new GapList();

  @Test
  void laterDecisionThatSaysTheOppositeIsNamed() {
    list.writeOff(3, 7, FOUND);

    assertThat(list.overruling(5, 9, LOST)).isEqualTo(FOUND);
    assertThat(list.overruling(0, 2, LOST)).as("never decided").isNull();
    assertThat(list.overruling(3, 7, FOUND)).as("come again").isNull();
    list.writeOff(3, 4, new WriteOff(false, "host burnt", LATER + 2, "op-1:9"));
    assertThat(list.overruling(3, 7, FOUND).eventId()).isEqualTo("op-1:9");
    assertThat(list.overruling(5, 7, FOUND)).isNull();
    assertThat(list.overruling(3, 4, LOST)).as("says the same").isNull();
  }

  @Test
  void anIdIsCountedOnce() {
    assertThat(list.mark(0, NOW)).isTrue();
    assertThat(list.mark(0, NOW)).isFalse();
    assertThat(list.seen(0)).isTrue();
    assertThat(list.seen(1)).isFalse();
    assertThat(list.seen(-1)).isFalse();
    assertThat(list.next()).isEqualTo(1);
  }

  @Test
  void itIsKnownBeforehandWhatWouldAddAGap() {
    Seeded.runs(
        2_000,
        random -> {
          GapList gaps = new GapList();
          for (int marks = random.nextInt(10); marks > 0; marks--) {
            gaps.mark(random.nextInt(20), NOW);
          }
          long sequence = random.nextInt(25);
          GapList after = gaps.copy();
          after.mark(sequence, NOW + 1); // another time, so that it joins no gap
          assertThat(gaps.wouldAddGap(sequence))
              .as("%d in %s", sequence, gaps)
              .isEqualTo(after.gapCount() > gaps.gapCount());
        });
  }

  @Test
  void aJumpOfABillionIsOneGap() {
    list.mark(BILLION, NOW);
    assertThat(list.gaps()).containsExactly(open(0, BILLION - 1, NOW));
    assertThat(list.missing()).isEqualTo(BILLION);
  }

  @Test
  void aRangeOfBillionsIsOneOperation() {
    list.mark(1L << 53, NOW);
    list.markRange(10, (1L << 53) - 10, NOW);
    assertThat(list.openGaps()).isEqualTo(LongRanges.parse("0+9," + ((1L << 53) - 18) + "+8"));
  }

  @Test
  void markingInsideAGapSplitsItAndKeepsItsAge() {
    list.mark(9, NOW);
    assertThat(list.mark(4, LATER)).isTrue();
    assertThat(list.gaps()).containsExactly(open(0, 3, NOW), open(5, 8, NOW));
  }

  @Test
  void aWriteOffSplitsGapsAndLeavesCountedIdsAlone() {
    list.mark(10, NOW);
    list.mark(5, NOW);
    list.writeOff(3, 7, LOST);
    assertThat(list.gaps())
        .containsExactly(
            open(0, 2, NOW), new Gap(3, 4, NOW, LOST), new Gap(6, 7, NOW, LOST), open(8, 9, NOW));
    assertThat(list.seen(5)).isTrue();
    assertThat(list.writtenOff()).isEqualTo(4);
    assertThat(list.missing()).isEqualTo(5);
    assertThat(list.openGaps()).isEqualTo(LongRanges.of(0, 1, 2, 8, 9));
  }

  @Test
  void aWriteOffReachesBeyondNextAndHidesNothingOnTheWay() {
    list.mark(0, NOW);
    list.writeOff(3, 7, LOST);
    assertThat(list.next()).isEqualTo(8);
    assertThat(list.gaps()).containsExactly(open(1, 2, LATER), new Gap(3, 7, LATER, LOST));
  }

  @Test
  void aWriteOffOfCountedIdsChangesNothing() {
    list.markRange(0, 9, NOW);
    list.writeOff(2, 5, LOST);
    assertThat(list).isEqualTo(GapList.of(10, List.of(), null));
  }

  @Test
  void aWrittenOffIdThatComesAfterAllIsCounted() {
    list.writeOff(0, 2, LOST);
    assertThat(list.seen(1)).isFalse();
    assertThat(list.mark(1, LATER)).isTrue();
    assertThat(list.seen(1)).isTrue();
    assertThat(list.writtenOff()).isEqualTo(2);
  }

  @Test
  void reopenedIdsAreAwaitedAgain() {
    list.writeOff(0, 9, LOST);
    list.writeOff(5, 20, FOUND);
    assertThat(list.openGaps()).isEqualTo(LongRanges.ofRange(5, 20));
    assertThat(list.gaps())
        .containsExactly(
            new Gap(0, 4, LATER, LOST),
            new Gap(5, 9, LATER, FOUND),
            new Gap(10, 20, FOUND.atMs(), FOUND));
    assertThat(list.next()).isEqualTo(21);
  }

  @Test
  void aWriteOffThatWasReopenedBeforeItArrivedStaysReopened() {
    list.mark(9, NOW);
    list.writeOff(0, 19, FOUND);
    list.writeOff(0, 19, LOST);
    assertThat(list.writtenOff()).isZero();
    assertThat(list.openGaps()).isEqualTo(LongRanges.parse("0+8,2+9"));
  }

  @Test
  void aDecisionTellsWhetherItChangedAnything() {
    list.mark(9, NOW);
    assertThat(list.writeOff(0, 3, LOST)).isTrue();
    assertThat(list.writeOff(0, 3, LOST)).isFalse();
    assertThat(list.writeOff(9, 9, LOST)).as("of a counted id").isFalse();
    assertThat(list.writeOff(9, 10, LOST)).isTrue();
  }

  @Test
  void aCloseByAnOperatorSettlesNothingAndMakesWhatItJumpsOverMissing() {
    list.markRange(0, 4, NOW);
    assertThat(list.writeOff(8, Ending.NO_END, LOST)).isTrue();
    assertThat(list.isEnded()).isTrue();
    assertThat(list.gaps()).containsExactly(open(5, 7, LATER));
    assertThat(list.next()).isEqualTo(8);
    assertThat(list.writeOff(8, Ending.NO_END, LOST)).as("repeated").isFalse();
  }

  @Test
  void anIdBelowACloseLeavesTheCounterClosed() {
    list.writeOff(8, Ending.NO_END, LOST);
    assertThat(list.mark(7, LATER)).isTrue();
    list.writeOff(0, 3, LOST);
    assertThat(list.isEnded()).isTrue();
  }

  @Test
  void anIdAboveACloseIsCountedAndOpensTheCounter() {
    list.writeOff(8, Ending.NO_END, LOST);
    assertThat(list.mark(9, LATER)).isTrue();
    assertThat(list.seen(9)).isTrue();
    assertThat(list.isEnded()).isFalse();
    assertThat(list.openGaps())
        .as("what is between is missing")
        .isEqualTo(LongRanges.ofRange(0, 8));
    list.writeOff(8, Ending.NO_END, new WriteOff(false, "dead", LATER + 9, "op-1:9"));
    assertThat(list.isEnded()).as("the same close once more").isFalse();
    list.writeOff(10, Ending.NO_END, new WriteOff(false, "dead", LATER + 9, "op-1:9"));
    assertThat(list.isEnded()).as("a close above").isTrue();
  }

  @Test
  void aCloseThatComesAfterAnIdAboveItDoesNotHold() {
    list.markRange(0, 9, NOW);
    list.writeOff(8, Ending.NO_END, LOST);
    assertThat(list.isEnded()).isFalse();
    assertThat(list.missing()).isZero();
  }

  @Test
  void aCloseIsRevokedByALaterReopening() {
    list.writeOff(8, Ending.NO_END, FOUND);
    list.writeOff(8, Ending.NO_END, LOST);
    assertThat(list.isEnded()).isFalse();
    assertThat(list.ending().decision()).isEqualTo(FOUND);
    assertThat(list.overruling(8, Ending.NO_END, LOST)).isEqualTo(FOUND);
    assertThat(list.overruling(8, Ending.NO_END, FOUND)).isNull();
    assertThat(list.overruling(2, 5, LOST)).as("a range of its own").isNull();
  }

  @Test
  void decisionsGiveTheSameInAnyOrderAnyNumberOfTimes() {
    Seeded.runs(
        500,
        random -> {
          GapList once = ModelGapList.randomList(30, random);
          once.mark(30, NOW);
          GapList shuffled = once.copy();
          List<Decision> decisions = new ArrayList<>();
          random.ints(6, 0, 30).forEach(from -> decisions.add(Decision.random(from, random)));
          decisions.forEach(decision -> decision.applyTo(once));
          decisions.addAll(List.copyOf(decisions));
          Collections.shuffle(decisions, random);
          decisions.forEach(decision -> decision.applyTo(shuffled));
          assertThat(shuffled).isEqualTo(once);
        });
  }

  @Test
  void markingASetIsAllOrNothing() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> list.markAll(LongRanges.of(3, Long.MAX_VALUE), NOW));
    assertThat(list).isEqualTo(new GapList());
    list.markAll(new LongRanges(), NOW);
    assertThat(list).isEqualTo(new GapList());
    list.markAll(LongRanges.of(0, 1, 4), NOW);
    assertThat(list.gaps()).containsExactly(open(2, 3, NOW));
  }

  @Test
  void theLastSequenceLeavesRoomForNext() {
    assertThat(list.mark(Long.MAX_VALUE - 1, NOW)).isTrue();
    assertThat(list.next()).isEqualTo(Long.MAX_VALUE);
    assertThat(list.missing()).isEqualTo(Long.MAX_VALUE - 1);
    assertThatIllegalArgumentException().isThrownBy(() -> list.mark(Long.MAX_VALUE, NOW));
    assertThatIllegalArgumentException().isThrownBy(() -> list.mark(-1, NOW));
    assertThatIllegalArgumentException().isThrownBy(() -> list.markRange(4, 3, NOW));
    assertThatIllegalArgumentException().isThrownBy(() -> list.writeOff(0, Long.MAX_VALUE, LOST));
  }

  @Test
  void whatWasStoredComesBack() {
    list.mark(10, NOW);
    list.mark(5, NOW);
    list.writeOff(3, 12, LOST);
    list.writeOff(13, Ending.NO_END, LOST);
    assertThat(GapList.of(list.next(), list.gaps(), list.ending()))
        .isEqualTo(list)
        .hasSameHashCodeAs(list);
    assertThat(GapList.of(list.next(), list.gaps(), null)).isNotEqualTo(list);
  }

  @Test
  void storedGapsThatTellTheSameBecomeOne() {
    GapList read =
        GapList.of(9, List.of(open(0, 3, NOW), open(4, 5, NOW), open(6, 7, LATER)), null);
    assertThat(read.gaps()).containsExactly(open(0, 5, NOW), open(6, 7, LATER));
  }

  @Test
  void storedNonsenseIsRefusedByName() {
    assertRefused(-1, List.of(), "next >= 0, found -1");
    assertRefused(5, List.of(open(3, 5, NOW)), "below next=5");
    assertRefused(9, List.of(open(3, 5, NOW), open(5, 6, NOW)), "a gap from 6 on");
    assertRefused(9, List.of(open(3, 5, NOW), open(0, 1, NOW)), "a gap from 6 on");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GapList.of(9, List.of(), new Ending(10, LOST)))
        .withMessageContaining("at most next=9");
    assertThatIllegalArgumentException().isThrownBy(() -> open(-1, 5, NOW));
    assertThatIllegalArgumentException().isThrownBy(() -> open(6, 5, NOW));
  }

  @Test
  void aCopyGoesItsOwnWay() {
    list.mark(5, NOW);
    GapList copy = list.copy();
    copy.mark(3, NOW);
    copy.mark(9, NOW);
    assertThat(list).isEqualTo(GapList.of(6, List.of(open(0, 4, NOW)), null));
  }

  @Test
  void seenRangesStopAtTheAskedEnds() {
    list.mark(10, NOW);
    list.markRange(2, 5, NOW);
    assertThat(list.seenBetween(0, 100)).isEqualTo(LongRanges.of(2, 3, 4, 5, 10));
    assertThat(list.seenBetween(3, 4)).isEqualTo(LongRanges.of(3, 4));
    assertThat(list.seenBetween(6, 9).isEmpty()).isTrue();
    assertThat(list.seenBetween(11, Long.MAX_VALUE).isEmpty()).isTrue();
    assertThat(new GapList().seenBetween(0, Long.MAX_VALUE).isEmpty()).isTrue();
    assertThat(list.seenIds()).isEqualTo(LongRanges.of(2, 3, 4, 5, 10));
    assertThat(new GapList().seenIds().isEmpty()).isTrue();
  }

  @Test
  void randomOperationsAgreeWithTheNaiveModel() {
    Seeded.runs(
        150,
        random -> {
          GapList real = new GapList();
          ModelGapList model = new ModelGapList();
          for (int step = 0; step < 150; step++) {
            ModelGapList.randomChange(real, model, 60, random);
            model.assertSame(real);
          }
        });
  }

  /** Far more gaps than one chunk holds, split and joined at every position. */
  @Test
  void thousandsOfGapsAgreeWithTheNaiveModel() {
    int span = 6_000;
    Seeded.runs(
        5,
        random -> {
          GapList real = new GapList();
          ModelGapList model = new ModelGapList();
          for (long id = 0; id < span; id += 2) {
            real.mark(id, NOW);
            model.mark(id, NOW);
          }
          for (int step = 1; step <= 4_000; step++) {
            ModelGapList.randomChange(real, model, span, random);
            if (step % 400 == 0) {
              model.assertSame(real);
              model.assertSame(real.copy());
              model.assertSame(GapList.of(real.next(), real.gaps(), real.ending()));
            }
          }
          real.markRange(0, span, LATER);
          assertThat(real.gaps()).isEmpty();
        });
  }

  private static void assertRefused(long next, List<Gap> gaps, String fault) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GapList.of(next, gaps, null))
        .withMessageContaining(fault);
  }

  private static Gap open(long from, long to, long sinceMs) {
    return new Gap(from, to, sinceMs, null);
  }

  private record Decision(long from, long to, WriteOff writeOff) {
    static Decision random(int from, Random random) {
      long to = random.nextInt(4) == 0 ? Ending.NO_END : Math.min(29, from + random.nextInt(12));
      return new Decision(from, to, ModelGapList.randomDecision(random));
    }

    void applyTo(GapList list) {
      list.writeOff(from, to, writeOff);
    }
  }
}
