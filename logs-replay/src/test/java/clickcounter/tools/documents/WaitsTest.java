package clickcounter.tools.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.cli.NoVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class WaitsTest {
  private final RememberedWaits waits = new RememberedWaits();
  private final List<String> received = new ArrayList<>();
  private final AtomicInteger calls = new AtomicInteger();

  @Test
  void callIsRepeatedUntilItsResultIsWanted() {
    assertThat(waits.until(n -> n == 3, calls::incrementAndGet)).isEqualTo(3);
    assertThat(calls).hasValue(3);
  }

  @Test
  void lastResultIsReturnedWhenNoneWasWanted() {
    assertThat(waits.until(n -> false, calls::incrementAndGet)).isEqualTo(Waits.ATTEMPTS);
    assertThat(calls).hasValue(Waits.ATTEMPTS);
  }

  @Test
  void missingResultMayBeWanted() {
    assertThat(waits.<String>until(result -> result == null, () -> null)).isNull();
  }

  @Test
  void exceptionIsNotTriedAgain() {
    assertThatThrownBy(
            () ->
                waits.until(
                    n -> true,
                    () -> {
                      throw new NoVerdict("call " + calls.incrementAndGet());
                    }))
        .isInstanceOf(NoVerdict.class)
        .hasMessage("call 1");
  }

  @Test
  void interruptionEndsThePause() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> Waits.REAL.until(n -> false, calls::incrementAndGet))
        .isInstanceOf(NoVerdict.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void pausesAreDoubled() {
    waits.until(n -> false, calls::incrementAndGet);
    assertThat(waits.pauses).containsExactly(50L, 100L, 200L, 400L, 800L);
  }

  private void awaitAll(BiConsumer<String, Consumer<String>> call) {
    new Waits.RealWaits(1)
        .awaitAll(
            List.of("a", "b").iterator(), 1, call, (item, answer) -> received.add(item + answer));
  }

  @Test
  void everyCallIsAnswered() {
    awaitAll((item, answer) -> answer.accept("!"));
    assertThat(received).containsExactly("a!", "b!");
  }

  @Test
  void callThatIsNeverAnsweredEndsTheRun() {
    assertThatThrownBy(() -> awaitAll((item, answer) -> {}))
        .isInstanceOf(NoVerdict.class)
        .hasMessageContaining("did not answer");
  }

  @Test
  void whatACallThrowsEndsTheRun() {
    assertThatThrownBy(
            () ->
                awaitAll(
                    (item, answer) -> {
                      throw new StackOverflowError("deep");
                    }))
        .isInstanceOf(StackOverflowError.class);
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
