package clickcounter.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class WaitingStoreTest {
  private static final DocumentKey KEY = DocumentKey.ad("shoes");
  private static final Fetched.Absent ABSENT = new Fetched.Absent(StoreContext.NONE);

  /** Answers reads with these, one after the other. */
  private record Answering(Queue<Fetched> answers) implements DocumentStore {
    static WaitingStore with(Fetched... answers) {
      return new WaitingStore(new Answering(new ArrayDeque<>(List.of(answers))));
    }

    @Override
    public void fetch(DocumentKey key, Consumer<Fetched> answer) {
      Fetched next = answers.remove();
      new Thread(() -> answer.accept(next)).start();
    }

    @Override
    public void put(
        DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
      answer.accept(new Stored.Doubt(key.key()));
    }

    @Override
    public void close() {}
  }

  private static Fetched failed(String reason) {
    return new Fetched.Failed(reason);
  }

  @Test
  void failedReadIsRepeatedAsOftenAsAllowed() {
    assertThat(Answering.with(failed("one"), failed("two"), ABSENT).fetch(KEY, 3))
        .isEqualTo(ABSENT);
    assertThat(Answering.with(failed("one"), failed("two"), ABSENT).fetch(KEY, 2))
        .isEqualTo(failed("two"));
  }

  @Test
  void putIsNotRepeated() {
    Stored stored =
        Answering.with().put(KEY, new StoredValue("text/plain", new byte[1]), StoreContext.NONE);

    assertThat(stored).isEqualTo(new Stored.Doubt("shoes"));
  }

  @Test
  void failedReadHasNoContextToPutWith() {
    Fetched failed = failed("time-out");

    assertThatThrownBy(failed::context)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("time-out");
  }
}
