package clickcounter.document;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.testing.Seeded;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IndexedViewTest {
  @Test
  void answersAsTheDocumentDoes() {
    Seeded.runs(
        60,
        random -> {
          CounterDocument document = document(random);
          IndexedView latest = new IndexedView(document);
          assertThat(latest.next()).isEqualTo(document.next());
          for (long id = -1; id < document.next() + 70; id += 1 + random.nextInt(40)) {
            assertThat(latest.seen(id)).as("%d", id).isEqualTo(document.seen(id));
            assertThat(latest.confirmed(id)).as("%d", id).isEqualTo(document.confirmed(id));
          }
        });
  }

  @Test
  void removesTheIdsThatTheDocumentConfirms() {
    Seeded.runs(
        300,
        random -> {
          CounterDocument document = document(random);
          LongRanges ids = idsAround(document, random);
          LongRanges expected = new LongRanges();
          ids.forEachId(
              id -> {
                if (!document.confirmed(id)) {
                  expected.add(id);
                }
              });
          for (CounterView view : List.of(document, new IndexedView(document), naive(document))) {
            LongRanges left = ids.copy();
            assertThat(view.removeConfirmed(left)).isEqualTo(ids.size() - expected.size());
            assertThat(left).isEqualTo(expected);
          }
        });
  }

  /** Some ids and ranges, up to a little beyond what the counter has reached. */
  private static LongRanges idsAround(CounterDocument document, Random random) {
    LongRanges ids = new LongRanges();
    for (int i = random.nextInt(30); i > 0; i--) {
      long from = random.nextLong(document.next() + 100);
      ids.addRange(from, from + random.nextInt(random.nextBoolean() ? 1 : 3_000));
    }
    if (random.nextInt(10) == 0) {
      ids.addRange(Long.MAX_VALUE - 3, Long.MAX_VALUE);
    }
    return ids;
  }

  /** A view that is asked id by id. */
  private static CounterView naive(CounterDocument document) {
    return new CounterView() {
      @Override
      public long next() {
        return document.next();
      }

      @Override
      public boolean seen(long sequence) {
        return document.seen(sequence);
      }

      @Override
      public boolean confirmed(long sequence) {
        return document.confirmed(sequence);
      }
    };
  }

  /** A document of a counter that has come up to twice as far as the window reaches. */
  private static CounterDocument document(Random random) {
    GapList gaps = new GapList();
    LongRanges unconfirmed = new LongRanges();
    long most = random.nextInt(10) == 0 ? 1 : 2L * IndexedView.WINDOW;
    for (int i = random.nextInt(60); i > 0; i--) {
      long from = random.nextLong(most);
      long to = from + random.nextLong(1 + most / 20);
      gaps.markRange(from, to, 0);
      if (random.nextBoolean()) {
        unconfirmed.addRange(from, to);
      }
    }
    WriteStamp write = new WriteStamp("w1", 1, List.of());
    return new CounterDocument("c", gaps, false, 0, unconfirmed, write);
  }

  @Test
  void aSequenceFarAboveTheLastIsNotConfirmed() {
    GapList gaps = new GapList();
    gaps.mark(0, 0);
    WriteStamp write = new WriteStamp("w1", 1, List.of());
    IndexedView latest =
        new IndexedView(new CounterDocument("c", gaps, false, 0, new LongRanges(), write));
    assertThat(latest.confirmed(0)).isTrue();
    assertThat(latest.confirmed(1L << 32)).isFalse();
    assertThat(latest.confirmed(Long.MAX_VALUE)).isFalse();
  }
}
