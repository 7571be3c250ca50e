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
   * @param containedNumber of the newest write, stored by a quorum, that it contains
   * @param writeNumber of its write; of siblings, the highest
   */
  static StateRead found(
      String adId, long containedNumber, long writeNumber, AdTotals totals, long readAtMs) {
    return new Found(KnownState.ofDocument(adId, containedNumber, totals, readAtMs), writeNumber);
  }

  /** The state of an ad without a document: unfunded. */
  static StateRead absent(String adId, long readAtMs) {
    return found(adId, 0, 0, new AdTotals(), readAtMs);
  }
}
