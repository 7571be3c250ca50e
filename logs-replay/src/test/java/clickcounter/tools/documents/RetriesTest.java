package clickcounter.tools.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.cli.NoVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RetriesTest {
  private final RememberedWaits waits = new RememberedWaits();
  private final Retries retries = new Retries(waits);
  private final AtomicInteger calls = new AtomicInteger();

  @Test
  void callIsRepeatedUntilItsResultIsWanted() {
    assertThat(retries.until(n -> n == 3, calls::incrementAndGet)).isEqualTo(3);
    assertThat(calls).hasValue(3);
  }

  @Test
  void lastResultIsReturnedWhenNoneWasWanted() {
    assertThat(retries.until(n -> false, calls::incrementAndGet)).isEqualTo(Retries.ATTEMPTS);
    assertThat(calls).hasValue(Retries.ATTEMPTS);
  }

  @Test
  void missingResultMayBeWanted() {
    assertThat(retries.<String>until(result -> result == null, () -> null)).isNull();
  }

  @Test
  void exceptionIsNotTriedAgain() {
    assertThatThrownBy(
            () ->
                retries.until(
                    n -> true,
                    () -> {
                      throw new NoVerdict("call " + calls.incrementAndGet());
                    }))
        .isInstanceOf(NoVerdict.class)
        .hasMessage("call 1");
  }

  @Test
  void passGetsWhatIsLeft() {
    Set<Integer> left = new TreeSet<>(List.of(1, 2, 3));
    retries.untilEmpty(left, () -> left.remove(calls.incrementAndGet()));
    assertThat(left).isEmpty();
    assertThat(calls).hasValue(3);
  }

  @Test
  void nothingLeftNeedsNoPass() {
    retries.untilEmpty(Set.of(), calls::incrementAndGet);
    assertThat(calls).hasValue(0);
  }

  @Test
  void interruptionEndsThePause() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> new Retries(Waits.REAL).until(n -> false, calls::incrementAndGet))
        .isInstanceOf(NoVerdict.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void pausesAreDoubled() {
    retries.until(n -> false, calls::incrementAndGet);
    assertThat(waits.pauses).containsExactly(50L, 100L, 200L, 400L, 800L);
  }

  /** Time passes in pauses only, and they take none. */
  private static final class RememberedWaits implements Waits {
    final List<Long> pauses = new ArrayList<>();

    @Override
    public long nowMs() {
      return pauses.stream().mapToLong(ms -> ms).sum();
    }

    @Override
    public void pause(long ms) {
      pauses.add(ms);
    }

    @Override
    public <A> A take(BlockingQueue<A> answers) {
      return answers.remove();
    }
  }
}
