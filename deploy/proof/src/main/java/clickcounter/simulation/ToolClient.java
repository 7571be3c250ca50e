package clickcounter.simulation;

import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.tools.documents.Pauses;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The store and the time as a command of operators sees them. Its process may die when it changes
 * something: before that is sent, or before it is answered.
 */
final class ToolClient implements DocumentStore, Pauses {
  private final Timeline timeline;
  private final SimulatedStore store;
  private final ToolThread tool;
  private final BooleanSupplier dies;

  /**
   * @param dies asked before and after each change
   */
  ToolClient(Timeline timeline, SimulatedStore store, ToolThread tool, BooleanSupplier dies) {
    this.timeline = timeline;
    this.store = store;
    this.tool = tool;
    this.dies = dies;
  }

  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    answer.accept(tool.await(fetched -> store.fetch(key, fetched)));
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    answer.accept(change(stored -> store.put(key, value, context, stored)));
  }

  @Override
  public void delete(DocumentKey key, StoreContext context, Consumer<String> failure) {
    Stored buried = change(answer -> store.bury(key, context, answer));
    failure.accept(
        buried.decide(
            single -> null, siblings -> null, doubt -> buried.failure(), no -> buried.failure()));
  }

  private Stored change(Consumer<Consumer<Stored>> change) {
    if (dies.getAsBoolean()) {
      throw new ToolThread.Killed();
    }
    if (dies.getAsBoolean()) {
      change.accept(unheard -> {});
      throw new ToolThread.Killed();
    }
    return tool.await(change);
  }

  @Override
  public long nowMs() {
    return timeline.nowMs();
  }

  @Override
  public void pause(long ms) {
    tool.pause(ms);
  }

  @Override
  public void close() {}
}
