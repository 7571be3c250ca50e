package clickcounter.document;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.testing.Seeded;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LatestIdsTest {
  @Test
  void answersAsTheDocumentDoes() {
    Seeded.runs(
        60,
        random -> {
          CounterDocument document = document(random);
          LatestIds latest = new LatestIds(document);
          assertThat(latest.next()).isEqualTo(document.next());
          for (long id = -1; id < document.next() + 70; id += 1 + random.nextInt(40)) {
            assertThat(latest.seen(id)).as("%d", id).isEqualTo(document.seen(id));
            assertThat(latest.confirmed(id)).as("%d", id).isEqualTo(document.confirmed(id));
          }
        });
  }

  /** A document of a counter that has come up to twice as far as the window reaches. */
  private static CounterDocument document(Random random) {
    GapList gaps = new GapList();
    LongRanges unconfirmed = new LongRanges();
    long most = random.nextInt(10) == 0 ? 1 : 2L * LatestIds.WINDOW;
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
    LatestIds latest =
        new LatestIds(new CounterDocument("c", gaps, false, 0, new LongRanges(), write));
    assertThat(latest.confirmed(0)).isTrue();
    assertThat(latest.confirmed(1L << 32)).isFalse();
    assertThat(latest.confirmed(Long.MAX_VALUE)).isFalse();
  }
}
