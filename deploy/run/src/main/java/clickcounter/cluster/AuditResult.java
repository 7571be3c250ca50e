package clickcounter.cluster;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What an audit found.
 *
 * @param missing events of the archive that are not counted
 * @param doubled how many clicks and impressions too many the ads have that it names
 * @param wrongDocuments that say something else than the archive
 */
public record AuditResult(String verdict, long missing, long doubled, long wrongDocuments) {
  public boolean isEqual() {
    return verdict.equals("equal");
  }

  public static AuditResult of(JsonNode report) {
    long doubled = 0;
    for (JsonNode ad : report.get("ads").get("findings")) {
      for (JsonNode difference : ad.get("differences")) {
        String field = difference.get("field").asText();
        if (field.equals("clicks") || field.equals("impressions")) {
          doubled +=
              Math.max(0, difference.get("actual").asLong() - difference.get("expected").asLong());
        }
      }
    }
    return new AuditResult(
        report.get("verdict").asText(),
        report.get("missing").asLong(),
        doubled,
        report.get("ads").get("wrong").asLong() + report.get("counters").get("wrong").asLong());
  }
}
