package clickcounter.document;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Says that all documents of the bucket type are being built from the archives, or were. Until that
 * is finished, no event may be counted: documents that do not exist yet would begin at zero.
 * Content type {@value #CONTENT_TYPE}:
 *
 * <pre>
 * {"run":"3k9f0x2m","startedAt":1764000000000,"by":"ops1 4711","finishedAt":1764000480000}
 * </pre>
 *
 * @param run unique among all recounts; with it a recount that was killed goes on
 * @param startedAtMs ms since 1970
 * @param by host and process, for a person
 * @param finishedAtMs 0 while it is not finished
 */
public record RecountMark(String run, long startedAtMs, String by, long finishedAtMs) {
  public static final String CONTENT_TYPE = "application/vnd.click-counter.recount.v1+json";

  /** The mark's key; its bucket is that of the directory. */
  public static final String KEY = "recount";

  public RecountMark {
    Objects.requireNonNull(run, "run");
    Objects.requireNonNull(by, "by");
    if (run.isEmpty() || startedAtMs < 1 || finishedAtMs < 0) {
      throw new IllegalArgumentException(
          "recount: expected a run, startedAt >= 1 and finishedAt >= 0, found '%s', %d and %d"
              .formatted(run, startedAtMs, finishedAtMs));
    }
  }

  public boolean isFinished() {
    return finishedAtMs > 0;
  }

  public RecountMark finished(long nowMs) {
    return new RecountMark(run, startedAtMs, by, Math.max(nowMs, startedAtMs));
  }

  /** The base of all documents that are put. */
  public RecountBase base() {
    return RecountBase.above(List.of(), run + ".base", startedAtMs);
  }

  /** Why nothing may be counted now, and what to do. */
  public String reason() {
    return "all documents are being recounted since %s by %s. Nothing can be counted before that has ended. If it was interrupted, run the same command again: documents recount --everything"
        .formatted(Instant.ofEpochMilli(startedAtMs), by);
  }

  public byte[] toBytes() {
    return DocumentJson.write(
        json -> {
          json.writeStringField("run", run);
          json.writeNumberField("startedAt", startedAtMs);
          json.writeStringField("by", by);
          if (isFinished()) {
            json.writeNumberField("finishedAt", finishedAtMs);
          }
          json.writeEndObject();
        });
  }

  /**
   * Reads a mark.
   *
   * @throws UnreadableDocument when it is none, or is damaged
   */
  public static RecountMark read(String contentType, byte[] bytes) throws UnreadableDocument {
    return DocumentJson.read(
        "recount mark", CONTENT_TYPE, contentType, bytes, RecountMark::readFields);
  }

  private static RecountMark readFields(JsonParser json) throws IOException {
    Map<String, Object> fields = new HashMap<>();
    DocumentJson.readObject(
        json,
        (name, value) -> {
          switch (name) {
            case "run", "by" -> fields.put(name, DocumentJson.text(value));
            case "startedAt", "finishedAt" -> fields.put(name, DocumentJson.integer(value));
            default -> throw DocumentJson.unknown(name);
          }
        });
    return new RecountMark(
        (String) DocumentJson.require(fields.get("run"), "run"),
        (Long) DocumentJson.require(fields.get("startedAt"), "startedAt"),
        (String) DocumentJson.require(fields.get("by"), "by"),
        (Long) fields.getOrDefault("finishedAt", 0L));
  }
}
