package clickcounter.counting;

/**
 * Something that the documents of ads need beside counting. A feature is one class, and one line in
 * {@link AdDocuments}. What it knows of a copy it keeps itself.
 *
 * <p>All methods are called inside the task's turns.
 */
interface AdFeature {
  /** The document was read. The copy can be counted on from now on. */
  default void loaded(AdCopy copy) {}

  default void putBegun(AdCopy copy) {}

  /** The put is stored by a quorum as the single value, and its waiters are done. */
  default void stored(AdCopy copy) {}

  /** The document is read again, or was blocked. */
  default void ended(AdCopy copy) {}

  /** Whether the feature does not need the copy to stay in memory. */
  default boolean isIdle(AdCopy copy) {
    return true;
  }

  /** Does what is due by time. Called every few ms. */
  default void onTick() {}
}
