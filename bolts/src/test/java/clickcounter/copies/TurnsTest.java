package clickcounter.copies;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What is due starts at the end of a turn, and answers that wait together share one. */
class TurnsTest {
  private final Queue<Runnable> mailbox = new ConcurrentLinkedQueue<>();
  private final AtomicLong nowMs = new AtomicLong();
  private final Turns turns = new Turns(mailbox::add, nowMs::incrementAndGet);
  private final List<String> done = new ArrayList<>();

  private void deliver() {
    for (Runnable work = mailbox.poll(); work != null; work = mailbox.poll()) {
      work.run();
    }
  }

  private Runnable does(String what) {
    return () -> done.add(what + " at " + turns.nowMs());
  }

  @Test
  void answersThatWaitTogetherAreOneTurn() {
    turns.endWith(does("end"));
    turns.execute(does("a"));
    turns.execute(does("b"));
    assertThat(mailbox).hasSize(1);
    deliver();
    turns.execute(does("c"));
    deliver();
    assertThat(done).containsExactly("a at 1", "b at 1", "end at 1", "c at 2", "end at 2");
  }

  @Test
  void anAnswerThatComesAtTheEndOfATurnHasATurnOfItsOwn() {
    Queue<String> more = new ArrayDeque<>(List.of("b"));
    turns.endWith(
        () -> {
          if (!more.isEmpty()) {
            turns.execute(does(more.poll()));
          }
        });
    turns.run(does("a"));
    deliver();
    assertThat(done).containsExactly("a at 1", "b at 2");
  }

  @Test
  void noAnswerOfAnotherThreadIsLost() throws InterruptedException {
    int threads = 3;
    int each = 20_000;
    AtomicLong taken = new AtomicLong();
    List<Thread> stores = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Runnable answers =
          () -> {
            for (int n = 0; n < each; n++) {
              turns.execute(taken::incrementAndGet);
            }
          };
      Thread store = new Thread(answers);
      store.start();
      stores.add(store);
    }
    while (stores.stream().anyMatch(Thread::isAlive)) {
      deliver();
    }
    deliver();
    assertThat(taken.get()).isEqualTo((long) threads * each);
  }
}
