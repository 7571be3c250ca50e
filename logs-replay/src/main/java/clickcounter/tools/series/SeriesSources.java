package clickcounter.tools.series;

import clickcounter.cli.NoVerdict;
import clickcounter.store.DocumentStore;
import clickcounter.tools.documents.Documents;
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

  /** What the commands and the console read. */
  static SeriesSources real() {
    return new Real();
  }

  /** The documents in Riak, and the files of finished days. */
  final class Real implements SeriesSources {
    private Real() {}

    @Override
    public HourSource ads(DocumentStore store) {
      return new AdHourSource(new Documents(store));
    }

    @Override
    public TotalsSource totals(Path directory) {
      throw new NoVerdict("this version does not read the files of finished days");
    }
  }
}
