package clickcounter.riak;

import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes the first answer of one call to its consumer and ignores all later ones. */
final class Call<T> {
  private static final Logger LOG = LoggerFactory.getLogger(Call.class);

  private final Consumer<T> consumer;
  private final Function<String, T> unknown;
  private final Consumer<Call<T>> done;
  private final AtomicBoolean answered = new AtomicBoolean();
  private volatile Future<?> expiry;

  Call(Consumer<T> consumer, Function<String, T> unknown, Consumer<Call<T>> done) {
    this.consumer = consumer;
    this.unknown = unknown;
    this.done = done;
  }

  void expiresBy(Future<?> newExpiry) {
    expiry = newExpiry;
    if (isAnswered()) {
      newExpiry.cancel(false);
    }
  }

  boolean isAnswered() {
    return answered.get();
  }

  void giveUp(String reason) {
    answer(unknown.apply(reason));
  }

  void answer(T value) {
    if (!answered.compareAndSet(false, true)) {
      return;
    }
    done.accept(this);
    if (expiry != null) {
      expiry.cancel(false);
    }
    deliver(value);
  }

  private void deliver(T value) {
    try {
      consumer.accept(value);
    } catch (RuntimeException | Error e) {
      // It must not reach the event loop, which would close the connection because of it.
      LOG.error("the receiver of {} failed; the store goes on", value, e);
    }
  }
}
