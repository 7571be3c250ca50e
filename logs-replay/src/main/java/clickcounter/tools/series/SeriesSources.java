package clickcounter.tools.series;

import clickcounter.store.DocumentStore;
import clickcounter.tools.documents.Documents;

/** Opens the documents that clicks by the hour are read from; tests replace it. */
@FunctionalInterface
public interface SeriesSources {
  /**
   * Reads the documents of ads and hours.
   *
   * @param store is open as long as the source is used; the source does not close it
   */
  HourSource ads(DocumentStore store);

  /** What the commands and the console read. */
  static SeriesSources real() {
    return store -> new AdHourSource(new Documents(store));
  }
}
