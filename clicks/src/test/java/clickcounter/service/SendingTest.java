package clickcounter.service;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.service.Sending.Next;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SendingTest {
  private static final long LINGER_NS = 1_000_000;

  private final Sending sending =
      new Sending(
          "c",
          EventLogSettings.of(Path.of("archive"), "host")
              .withLingerMs(1)
              .withBatchLines(3)
              .withBufferLines(6));

  @Test
  void nothingIsNeverDue() {
    assertThat(sending.next(0)).isEqualTo(new Next.Wait(Long.MAX_VALUE));
  }

  @Test
  void aLineIsDueWhenItHasLingered() {
    add(1, 100);
    add(2, 600);
    assertThat(sending.next(100)).isEqualTo(new Next.Wait(LINGER_NS));
    assertThat(sending.next(700)).isEqualTo(new Next.Wait(LINGER_NS - 600));
    assertThat(sending.next(100 + LINGER_NS)).isEqualTo(send(1, 2));
  }

  @Test
  void aWholeBatchOfTheOldestLinesIsDueAtOnce() {
    for (int i = 1; i <= 5; i++) {
      add(i, i);
    }
    assertThat(sending.next(5)).isEqualTo(send(1, 2, 3));
    sending.sent();
    assertThat(sending.next(5)).isEqualTo(new Next.Wait(LINGER_NS - 1));
    assertThat(sending.next(4 + LINGER_NS)).isEqualTo(send(4, 5));
    sending.sent();
    assertThat(sending.next(5)).isEqualTo(new Next.Wait(Long.MAX_VALUE));
  }

  @Test
  void atTheEndNothingLingers() {
    add(1, 100);
    sending.finish();
    assertThat(sending.next(100)).isEqualTo(send(1));
    sending.sent();
    assertThat(sending.next(100)).isEqualTo(new Next.End());
  }

  @Test
  void itIsFullAtItsBound() {
    for (int i = 0; i < 6; i++) {
      assertThat(sending.isFull()).isFalse();
      add(i, 0);
    }
    assertThat(sending.isFull()).isTrue();
    add(6, 0);
    add(7, 0);
    assertThat(sending.drainReports())
        .singleElement()
        .satisfies(
            left -> {
              assertThat(left.firstSequence()).isEqualTo(6);
              assertThat(left.lastSequence()).isEqualTo(7);
              assertThat(left.events()).isEqualTo(2);
            });
    assertThat(sending.drainReports()).isEmpty();
    sending.next(0);
    assertThat(sending.isFull()).isFalse();
  }

  @Test
  void theClocksOverflowDoesNotMatter() {
    add(1, Long.MAX_VALUE - 10);
    assertThat(sending.next(Long.MIN_VALUE + 89)).isEqualTo(new Next.Wait(LINGER_NS - 100));
  }

  private void add(long sequence, long nowNs) {
    sending.add(sequence, "line " + sequence, nowNs);
  }

  private static Next send(int... lines) {
    return new Next.Send(Arrays.stream(lines).mapToObj(i -> "line " + i).toList(), 1);
  }
}
