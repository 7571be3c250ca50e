package clickcounter.service;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.service.Outbox.Line;
import org.junit.jupiter.api.Test;

class OutboxTest {
  private static final long LINGER_NS = 1_000;

  private final Outbox outbox = new Outbox(6, 3, LINGER_NS);

  @Test
  void anEmptyOutboxIsNeverDue() {
    assertThat(outbox.untilDueNs(0)).isEqualTo(Outbox.NEVER_NS);
    assertThat(outbox.takeBatch()).isEmpty();
  }

  @Test
  void aLineIsDueWhenItHasLingered() {
    add(1, 100);
    add(2, 600);
    assertThat(outbox.untilDueNs(100)).isEqualTo(LINGER_NS);
    assertThat(outbox.untilDueNs(700)).isEqualTo(400);
    assertThat(outbox.untilDueNs(1_100)).isZero();
    assertThat(outbox.untilDueNs(9_999)).isZero();
  }

  @Test
  void aWholeBatchIsDueAtOnce() {
    add(1, 100);
    add(2, 100);
    assertThat(outbox.untilDueNs(100)).isPositive();
    add(3, 100);
    assertThat(outbox.untilDueNs(100)).isZero();
  }

  @Test
  void aBatchIsTheOldestLinesInOrder() {
    for (int i = 1; i <= 5; i++) {
      add(i, i);
    }
    assertThat(outbox.takeBatch()).extracting(Line::sequence).containsExactly(1L, 2L, 3L);
    assertThat(outbox.untilDueNs(5)).isEqualTo(LINGER_NS - 1);
    assertThat(outbox.takeBatch()).extracting(Line::sequence).containsExactly(4L, 5L);
    assertThat(outbox.isEmpty()).isTrue();
  }

  @Test
  void atTheEndNothingLingers() {
    add(1, 100);
    outbox.finish();
    assertThat(outbox.untilDueNs(100)).isZero();
  }

  @Test
  void itIsFullAtItsBound() {
    for (int i = 0; i < 6; i++) {
      assertThat(outbox.isFull()).isFalse();
      add(i, 0);
    }
    assertThat(outbox.isFull()).isTrue();
    outbox.takeBatch();
    assertThat(outbox.isFull()).isFalse();
  }

  @Test
  void theClocksOverflowDoesNotMatter() {
    add(1, Long.MAX_VALUE - 10);
    assertThat(outbox.untilDueNs(Long.MIN_VALUE + 89)).isEqualTo(LINGER_NS - 100);
  }

  private void add(long sequence, long nowNs) {
    outbox.add(new Line(sequence, "line " + sequence, nowNs));
  }
}
