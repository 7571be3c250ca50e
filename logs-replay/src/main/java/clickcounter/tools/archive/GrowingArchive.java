package clickcounter.tools.archive;

import clickcounter.tools.archive.ArchiveScan.ArchivedLineSink;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import java.util.List;
import java.util.function.Supplier;

/** An archive that is read, and later what was written to it since. */
public interface GrowingArchive {
  /** Reads the archive as it is and returns the sinks, one per thread. */
  <S extends ArchivedLineSink> List<S> read(Supplier<S> sinks, ScanProgress progress);

  /** Reads what was written since, into the sinks of the first reading. */
  void readMore(List<? extends ArchivedLineSink> sinks);
}
