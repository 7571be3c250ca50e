package clickcounter.tools.series;

import clickcounter.store.DocumentStore;
import java.io.IOException;
import java.nio.file.Path;

/** Opens what clicks by the hour are read from. */
public interface SeriesSources {
  /**
   * Reads the documents of ads and hours.
   *
   * @param store is open as long as the source is used; the source does not close it
   */
  HourSource ads(DocumentStore store);

  /**
   * Reads the files of finished days.
   *
   * @param directory that has the files
   * @throws IOException when the directory cannot be read
   */
  TotalsSource totals(Path directory) throws IOException;
}
