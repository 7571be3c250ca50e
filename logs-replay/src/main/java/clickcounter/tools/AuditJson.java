package clickcounter.tools;

import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.audit.AdFinding;
import clickcounter.tools.audit.AuditReport;
import clickcounter.tools.audit.CounterFinding;
import clickcounter.tools.audit.Difference;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** An audit's report for a program. */
final class AuditJson {
  private AuditJson() {}

  static void write(AuditReport report, ArchiveFiles files, PrintStream out) throws IOException {
    Json.print(
        out,
        json -> {
          writeFields(report, json);
          OtherFiles.write(files, json);
        });
  }

  private static void writeFields(AuditReport report, JsonGenerator json) throws IOException {
    json.writeStringField("verdict", report.verdict().name().toLowerCase(Locale.ROOT));
    json.writeNumberField("files", report.files());
    json.writeNumberField("events", report.events());
    json.writeNumberField("repeatedLines", report.repeatedLines());
    json.writeNumberField("writtenMeanwhile", report.writtenMeanwhile());
    json.writeNumberField("underWay", report.underWay());
    json.writeNumberField("missing", report.missing());
    json.writeNumberField("inNoFile", report.inNoFile());
    json.writeNumberField("inNoArchive", report.inNoArchive());
    json.writeNumberField("writtenOff", report.writtenOff());
    json.writeNumberField("unsettled", report.unsettled());
    json.writeNumberField("cannotTell", report.cannotTell());
    writeAds(report, json);
    writeCounters(report, json);
    json.writeObjectFieldStart("spend");
    json.writeNumberField("certainMicros", report.money().certainMicros());
    json.writeNumberField("atRiskMicros", report.money().atRiskMicros());
    json.writeNumberField("unknownAtMostMicros", report.money().unknownAtMostMicros());
    json.writeNumberField("wrongMicros", report.money().wrongMicros());
    json.writeEndObject();
    TroubleText.write(report.troubles(), report.troubleCount(), json);
  }

  private static void writeAds(AuditReport report, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("ads");
    json.writeBooleanField("compared", report.scope().ads());
    json.writeNumberField("total", report.ads());
    json.writeNumberField("equal", report.equalAds());
    json.writeNumberField("withMissing", report.adsWithMissing());
    json.writeNumberField("wrong", report.wrongAds());
    json.writeArrayFieldStart("undecided");
    for (String adId : report.undecidedAds()) {
      json.writeString(adId);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("findings");
    for (AdFinding ad : report.adFindings()) {
      json.writeStartObject();
      json.writeStringField("adId", ad.adId());
      json.writeBooleanField("exists", ad.exists());
      json.writeStringField("blocked", ad.blocked());
      json.writeNumberField("missing", ad.missingEvents());
      writeDifferences(ad.differences(), json);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void writeDifferences(List<Difference> differences, JsonGenerator json)
      throws IOException {
    json.writeArrayFieldStart("differences");
    for (Difference difference : differences) {
      json.writeStartObject();
      json.writeStringField("field", difference.field());
      json.writeStringField("expected", difference.expected());
      json.writeStringField("actual", difference.actual());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeCounters(AuditReport report, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("counters");
    json.writeBooleanField("compared", report.scope().counters());
    json.writeNumberField("total", report.counters().size());
    json.writeNumberField("equal", report.equalCounters());
    json.writeNumberField("wrong", report.wrongCounters());
    json.writeArrayFieldStart("unknown");
    for (String counterId : report.unknownCounters()) {
      json.writeString(counterId);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("findings");
    for (CounterFinding counter : report.counters()) {
      if (!counter.isEqual() || !counter.writtenOff().isEmpty()) {
        writeCounter(counter, json);
      }
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void writeCounter(CounterFinding counter, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("counterId", counter.counterId());
    json.writeBooleanField("exists", counter.exists());
    json.writeStringField("blocked", counter.blocked());
    json.writeNumberField("next", counter.next());
    Json.ranges("missing", counter.missing(), json);
    Json.ranges("inNoFile", counter.inNoFile(), json);
    Json.ranges("inNoArchive", counter.inNoArchive(), json);
    Json.ranges("writtenOff", counter.writtenOff(), json);
    writeDifferences(counter.differences(), json);
    json.writeEndObject();
  }
}
