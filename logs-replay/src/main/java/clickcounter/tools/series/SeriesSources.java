package clickcounter.tools.series;

import clickcounter.store.DocumentStore;
import clickcounter.tools.documents.Documents;

/** Opens what clicks by the hour are read from. */
public interface SeriesSources {
  /**
   * Reads the documents of ads and hours.
   *
   * @param store is open as long as the source is used; the source does not close it
   */
  HourSource ads(DocumentStore store);

  /** What the commands and the console read. */
  static SeriesSources real() {
    return new Real();
  }

  /** The documents in Riak. */
  final class Real implements SeriesSources {
    private Real() {}

    @Override
    public HourSource ads(DocumentStore store) {
      return new AdHourSource(new Documents(store));
    }
  }
}
