package clickcounter.ids;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** A naive {@link GapList}: one entry per id. */
final class ModelGapList {
  private final Set<Long> seen = new HashSet<>();
  private final TreeMap<Long, Gap> missing = new TreeMap<>();
  private long next;
  private Ending ending;

  void mark(long id, long nowMs) {
    extend(id, nowMs);
    missing.remove(id);
    seen.add(id);
    next = Math.max(next, id + 1);
  }

  void writeOff(long from, long to, WriteOff decision) {
    extend(to + 1, decision.atMs());
    for (long id = from; id <= to; id++) {
      missing.computeIfPresent(
          id, (key, gap) -> gap.with(WriteOff.winner(gap.writeOff(), decision)));
    }
  }

  void end(long from, WriteOff decision) {
    extend(from, decision.atMs());
    ending = Ending.winner(ending, new Ending(from, decision));
  }

  void merge(ModelGapList other) {
    Set<Long> ids = new HashSet<>(missing.keySet());
    ids.addAll(other.missing.keySet());
    seen.addAll(other.seen);
    for (long id : ids) {
      if (seen.contains(id)) {
        missing.remove(id);
      } else {
        missing.merge(id, other.missing.getOrDefault(id, missing.get(id)), Gap::meet);
      }
    }
    next = Math.max(next, other.next);
    ending = Ending.winner(ending, other.ending);
  }

  void assertSame(GapList real) {
    assertThat(real.next()).isEqualTo(next);
    assertThat(real.ending()).isEqualTo(ending);
    boolean closes = ending != null && !ending.decision().reopened();
    assertThat(real.isEnded()).isEqualTo(closes && next <= ending.from());
    assertThat(real.gaps()).containsExactlyElementsOf(gaps());
    assertThat(real.gapCount()).isEqualTo(gaps().size());
    for (long id = 0; id < next + 2; id++) {
      assertThat(real.seen(id)).as("id %d", id).isEqualTo(seen.contains(id));
    }
    long writtenOff = missing.values().stream().filter(Gap::isWrittenOff).count();
    assertThat(real.writtenOff()).isEqualTo(writtenOff);
    assertThat(real.missing()).isEqualTo(missing.size() - writtenOff);
    assertThat(real.openGaps().size()).isEqualTo(real.missing());
    assertSameSeen(real, next / 3, next / 2);
    assertSameSeen(real, 0, next);
  }

  static void randomChange(GapList real, ModelGapList model, int span, Random random) {
    long from = random.nextInt(span);
    long to = Math.min(span - 1, from + random.nextInt(8));
    long nowMs = random.nextInt(3);
    switch (random.nextInt(9)) {
      case 0, 1, 2 -> {
        assertThat(real.mark(from, nowMs)).isEqualTo(!model.seen.contains(from));
        model.mark(from, nowMs);
      }
      case 3 -> {
        real.markRange(from, to, nowMs);
        model.markRange(from, to, nowMs);
      }
      case 4 -> {
        LongRanges ids = LongRanges.ofRange(from, to);
        ids.addRange(to + 2, to + 2 + random.nextInt(3));
        LongRanges unseen = new LongRanges();
        ids.forEachId(
            id -> {
              if (!model.seen.contains(id)) {
                unseen.add(id);
              }
            });
        LongRanges newly = new LongRanges();
        real.markAll(ids, nowMs, newly::addRange);
        assertThat(newly).isEqualTo(unseen);
        ids.forEachRange((first, last) -> model.markRange(first, last, nowMs));
      }
      case 5 -> {
        WriteOff decision = randomDecision(random);
        real.writeOff(from, Ending.NO_END, decision);
        model.end(from, decision);
      }
      default -> {
        WriteOff decision = randomDecision(random);
        real.writeOff(from, to, decision);
        model.writeOff(from, to, decision);
      }
    }
  }

  static GapList randomList(int span, Random random) {
    return randomPair(span, random).real();
  }

  static Pair randomPair(int span, Random random) {
    Pair pair = new Pair(new GapList(), new ModelGapList());
    int reached = 1 + random.nextInt(span);
    for (int i = random.nextInt(12); i > 0; i--) {
      randomChange(pair.real, pair.model, reached, random);
    }
    return pair;
  }

  /** A decision with one of few times and ids, so that ties are frequent. */
  static WriteOff randomDecision(Random random) {
    boolean reopened = random.nextBoolean();
    String reason = "reason " + random.nextInt(2);
    return new WriteOff(reopened, reason, random.nextInt(3), "op:" + random.nextInt(2));
  }

  private void markRange(long from, long to, long nowMs) {
    for (long id = from; id <= to; id++) {
      mark(id, nowMs);
    }
  }

  private void extend(long end, long sinceMs) {
    for (; next < end; next++) {
      missing.put(next, new Gap(next, next, sinceMs, null));
    }
  }

  private List<Gap> gaps() {
    List<Gap> gaps = new ArrayList<>();
    for (Gap gap : missing.values()) {
      Gap last = gaps.isEmpty() ? null : gaps.get(gaps.size() - 1);
      if (last != null && continues(last, gap)) {
        gaps.remove(last);
        gaps.add(new Gap(last.from(), gap.to(), gap.sinceMs(), gap.writeOff()));
      } else {
        gaps.add(gap);
      }
    }
    return gaps;
  }

  private void assertSameSeen(GapList real, long from, long to) {
    LongRanges expected = new LongRanges();
    seen.stream().filter(id -> from <= id && id <= to).forEach(expected::add);
    assertThat(real.seenBetween(from, to)).isEqualTo(expected);
  }

  /** A list and its naive model. */
  record Pair(GapList real, ModelGapList model) {}

  /** Whether {@code next} follows directly with the same details, so that both are one gap. */
  private static boolean continues(Gap gap, Gap next) {
    return gap.to() + 1 == next.from()
        && gap.sinceMs() == next.sinceMs()
        && Objects.equals(gap.writeOff(), next.writeOff());
  }
}
