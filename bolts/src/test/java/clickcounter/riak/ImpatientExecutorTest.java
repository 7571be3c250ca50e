package clickcounter.riak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ImpatientExecutorTest {
  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES)
  void repeatedTaskThatHangsIsInterruptedAndComesAgain() throws Exception {
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch runs = new CountDownLatch(3);
    ImpatientExecutor executor = new ImpatientExecutor(2, Thread::new, 10);
    try {
      executor.scheduleWithFixedDelay(
          () -> {
            runs.countDown();
            try {
              hangs.await();
            } catch (InterruptedException e) {
              // As the client does: it takes the node for dead and comes again.
            }
          },
          0,
          1,
          TimeUnit.MILLISECONDS);

      assertThat(runs.await(50, TimeUnit.SECONDS)).isTrue();
    } finally {
      executor.shutdownNow();
    }
  }
}
