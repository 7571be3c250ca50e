package clickcounter.simulation;

import clickcounter.store.StoredValue;

/** How large a stored document may be. */
final class DocumentBounds {
  private static final int BYTES_OF_A_DOCUMENT = 1_000;
  private static final int BYTES_OF_A_TEXT = 150;
  private static final int BYTES_OF_AN_ID = 30;

  private DocumentBounds() {}

  /**
   * @param texts that it holds: identifiers of writes and counters, gaps
   * @param ids that it holds one by one or as ranges
   */
  static void requireSmall(String name, StoredValue value, long texts, long ids) {
    SimulatedWorker.requireAtMost(
        name + ": bytes of a document of " + ids + " ids",
        value.bytes().length,
        BYTES_OF_A_DOCUMENT + texts * BYTES_OF_A_TEXT + ids * BYTES_OF_AN_ID);
  }
}
