package clickcounter.states;

import clickcounter.document.AdTotals;

/** The answer to a read of an ad's document. */
public sealed interface StateRead {
  /**
   * The state of the document, or that there is none.
   *
   * @param writeNumber of the document's write; the state's version is the number of its base
   */
  record Found(KnownState state, long writeNumber) implements StateRead {
    public Found {
      if (writeNumber < state.version()) {
        throw new IllegalArgumentException(
            "document of ad "
                + state.adId()
                + ": expected a write with a number not below its base's "
                + state.version()
                + ", got "
                + writeNumber);
      }
    }
  }

  /** The document could not be read. A later read may succeed. */
  record Failed(String reason) implements StateRead {}

  /**
   * The state of a document.
   *
   * @param baseNumber of its write; of siblings, the highest. Not the newest write that it
   *     contains: what it has beside that may be lost, and the writer of that one would send no new
   *     state
   * @param writeNumber of its write; of siblings, the highest
   */
  static StateRead found(
      String adId, long baseNumber, long writeNumber, AdTotals totals, long readAtMs) {
    return new Found(KnownState.ofDocument(adId, baseNumber, totals, readAtMs), writeNumber);
  }

  /** The state of an ad without a document: unfunded. */
  static StateRead absent(String adId, long readAtMs) {
    return found(adId, 0, 0, new AdTotals(), readAtMs);
  }
}
