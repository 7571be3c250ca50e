package clickcounter.simulation;

import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The store as a process sees it that runs a command of operators. The process may die when it
 * changes something: before that is sent, or after it. Who is dead sends nothing and hears nothing.
 */
final class ToolClient implements DocumentStore {
  private final SimulatedStore store;
  private final BooleanSupplier dies;
  private final Runnable died;
  private final Runnable heard;
  private boolean dead;

  /**
   * @param dies polled before and after each write
   * @param died called once, when it dies
   * @param heard called after each answer
   */
  ToolClient(SimulatedStore store, BooleanSupplier dies, Runnable died, Runnable heard) {
    this.store = store;
    this.dies = dies;
    this.died = died;
    this.heard = heard;
  }

  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    if (!dead) {
      store.fetch(key, fetched -> hear(answer, fetched));
    }
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    change(() -> store.put(key, value, context, stored -> hear(answer, stored)));
  }

  @Override
  public void delete(DocumentKey key, StoreContext context, Consumer<String> failure) {
    change(() -> store.delete(key, context, why -> hear(failure, why)));
  }

  private void change(Runnable change) {
    dead = dead || dies.getAsBoolean();
    if (!dead) {
      change.run();
      dead = dies.getAsBoolean();
    }
    if (dead) {
      died.run();
    }
  }

  private <A> void hear(Consumer<A> answer, A value) {
    if (!dead) {
      answer.accept(value);
      heard.run();
    }
  }

  @Override
  public void close() {}
}
