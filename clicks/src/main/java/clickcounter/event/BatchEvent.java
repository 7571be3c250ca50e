package clickcounter.event;

/**
 * One event of a batch, read from its columns. The same object is moved from event to event, so
 * that none has to be made for each.
 *
 * <p>Not thread-safe.
 */
public final class BatchEvent implements AdEventFields {
  private EventBatch batch;
  private int index;

  /** The place of the first amount of this event or a later one. */
  private int paid;

  /** Moves to an event of a batch, and returns this. */
  public BatchEvent moveTo(EventBatch newBatch, int newIndex) {
    // Mostly the events of a batch come one after the other: then its amounts need no search.
    boolean isAhead = newBatch == batch && newIndex > index;
    batch = newBatch;
    index = newIndex;
    paid = isAhead ? batch.paidFrom(index, paid) : batch.paidFrom(index);
    return this;
  }

  @Override
  public String counterId() {
    return batch.counterId(index);
  }

  @Override
  public long sequence() {
    return batch.sequence(index);
  }

  @Override
  public EventKind kind() {
    return batch.kind(index);
  }

  @Override
  public long timestampMs() {
    return batch.timestampMs(index);
  }

  @Override
  public long amountMicros() {
    return batch.amountMicros(index, paid);
  }
}
