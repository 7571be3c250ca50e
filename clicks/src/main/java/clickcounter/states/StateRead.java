package clickcounter.states;

import clickcounter.document.AdTotals;

/** The answer to a read of an ad's document. */
public sealed interface StateRead {
  /**
   * The state of the document, or that there is none.
   *
   * @param writeNumber of the document's write; the state's version is the number of its base
   */
  record Found(StateMessage state, long writeNumber) implements StateRead {
    public Found {
      if (writeNumber < state.storedNumber()) {
        throw new IllegalArgumentException(
            "document of ad %s: expected a write with a number not below its base's %d, got %d"
                .formatted(state.adId(), state.storedNumber(), writeNumber));
      }
    }
  }

  /** The document could not be read. A later read may succeed. */
  record Failed(String reason) implements StateRead {}

  /**
   * The state of a document.
   *
   * @param storedNumber of its write; of siblings, the highest. A newer write that the document
   *     contains may be lost
   * @param writeNumber of its write; of siblings, the highest
   */
  static StateRead found(
      String adId, long storedNumber, long writeNumber, AdTotals totals, long readAtMs) {
    return new Found(StateMessage.of(adId, storedNumber, totals, readAtMs), writeNumber);
  }

  /** The state of an ad without a document: unfunded. */
  static StateRead absent(String adId, long readAtMs) {
    return found(adId, 0, 0, new AdTotals(), readAtMs);
  }
}
