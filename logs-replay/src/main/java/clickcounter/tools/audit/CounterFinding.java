package clickcounter.tools.audit;

import clickcounter.ids.LongRanges;
import java.util.List;

/**
 * What the audit says of one counter.
 *
 * @param exists whether there is a document
 * @param blocked why the document cannot be read, or null
 * @param next one above the highest id that is counted or written off
 * @param archived ids that the files have
 * @param missing ids that the files have and that are not counted, those written off included
 * @param unsettled ids that are counted in an ad's document and not yet in this one
 * @param underWay ids that the files got while the audit ran and that are not counted yet
 * @param cannotTell ids that the files have, of a document that cannot be read
 * @param inNoFile ids in a gap that somebody waits for, which no file has
 * @param writtenOff ids that are written off
 * @param inNoArchive ids that are counted although no file has them
 * @param differences fields of the document that are wrong
 */
public record CounterFinding(
    String counterId,
    boolean exists,
    boolean closed,
    String blocked,
    long next,
    LongRanges archived,
    LongRanges missing,
    LongRanges unsettled,
    LongRanges underWay,
    LongRanges cannotTell,
    LongRanges inNoFile,
    LongRanges writtenOff,
    LongRanges inNoArchive,
    List<Difference> differences) {
  public boolean isWrong() {
    return blocked != null || !differences.isEmpty();
  }

  /** Whether the document and the archive say the same. */
  public boolean isEqual() {
    return !isWrong() && missing.isEmpty() && inNoFile.isEmpty() && inNoArchive.isEmpty();
  }
}
