package clickcounter.tools.audit;

import java.util.List;

/**
 * An ad whose document is wrong.
 *
 * @param blocked why the document cannot be read or merged, or null
 * @param exists whether there is a document at all
 * @param missingEvents events of the ad that are in the archive and not counted; the expectation is
 *     without them
 */
public record AdFinding(
    String adId, boolean exists, String blocked, List<Difference> differences, long missingEvents) {
  /** The same without the details. */
  AdFinding brief() {
    return new AdFinding(adId, exists, blocked, List.of(), missingEvents);
  }
}
