package clickcounter.document;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Stands in the place of an ad's or a counter's document while that is recounted from the archives.
 * A task cannot read it as a document, so the document is blocked: its events are rejected, and
 * none of them is marked. Content type {@value #CONTENT_TYPE}:
 *
 * <pre>
 * {"fence":"3k9f0x2m.f","number":1850262528000000,"startedAt":1764000000000,"by":"ops1 4711"}
 * </pre>
 *
 * <p>The document that replaces a fence has it as its base, so its number has to be above the
 * number of every write before it, also of those that can no longer be read. Writers count their
 * writes from 1; the number of a fence is a time. A fence that arrives late, beside a document with
 * a higher number, is stale.
 *
 * <p>It carries the documents that it has replaced, in the field {@code replaced}: with them a
 * recount that was interrupted goes on, and one that gives up puts them back. Nobody else reads
 * them.
 *
 * @param id unique among all writes
 * @param number above the number of every write of the document before
 * @param startedAtMs when the recount began, ms since 1970
 * @param by host and process of the recount, for a person
 * @param replaced what stood in its place, fences left out
 */
public record Fence(String id, long number, long startedAtMs, String by, List<Replaced> replaced) {
  public static final String CONTENT_TYPE = "application/vnd.click-counter.fence.v1+json";

  /** A write takes longer than this part of a ms, so numbers of later fences are above. */
  static final int NUMBERS_PER_MS = 1_000;

  /**
   * A stored value that a fence has replaced, whatever it is.
   *
   * @param base64 its bytes
   */
  public record Replaced(String contentType, String base64) {
    public Replaced {
      Objects.requireNonNull(contentType, "contentType");
      Base64.getDecoder().decode(base64);
    }

    public static Replaced of(String contentType, byte[] bytes) {
      return new Replaced(contentType, Base64.getEncoder().encodeToString(bytes));
    }

    public byte[] bytes() {
      return Base64.getDecoder().decode(base64);
    }
  }

  /** A fence that has replaced nothing. */
  public Fence(String id, long number, long startedAtMs, String by) {
    this(id, number, startedAtMs, by, List.of());
  }

  public Fence {
    replaced = List.copyOf(replaced);
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(by, "by");
    if (id.isEmpty() || number < 1 || startedAtMs < 0) {
      throw new IllegalArgumentException(
          "fence: expected an id, a number >= 1 and startedAt >= 0, found '%s', %d and %d"
              .formatted(id, number, startedAtMs));
    }
  }

  /**
   * A new fence.
   *
   * @param numbers of the writes that can be read in the place of the fence
   */
  public static Fence inPlaceOf(Collection<Long> numbers, String id, long nowMs, String by) {
    long highest = numbers.stream().mapToLong(n -> n).max().orElse(0);
    return new Fence(id, Math.max(highest + 1, nowMs * NUMBERS_PER_MS), nowMs, by);
  }

  /** The base of the document that replaces this fence. */
  public RecountBase base() {
    return new RecountBase(id, number);
  }

  /** The same fence, with what it replaces. */
  public Fence replacing(List<Replaced> values) {
    return new Fence(id, number, startedAtMs, by, values);
  }

  /**
   * Whether the recount that put this fence may put its document now: its fence is still there, no
   * other recount began later, and no document makes it stale. If another one began later, that one
   * goes on alone.
   *
   * @param fences that stand in the place of the document, by a read with a quorum
   * @param numbers of the documents beside them
   */
  public boolean mayBeReplaced(Collection<Fence> fences, Collection<Long> numbers) {
    return fences.contains(this)
        && fences.stream().noneMatch(fence -> fence.number > number)
        && numbers.stream().noneMatch(this::isStaleBeside);
  }

  /**
   * Whether a document beside this fence was written after a later recount: then this fence was on
   * its way for long, from a recount that has ended or that a later one has replaced.
   *
   * @param documentNumber the number of the document's last write
   */
  public boolean isStaleBeside(long documentNumber) {
    return documentNumber > number;
  }

  public byte[] toBytes() {
    return DocumentJson.write(
        json -> {
          json.writeStringField("fence", id);
          json.writeNumberField("number", number);
          json.writeNumberField("startedAt", startedAtMs);
          json.writeStringField("by", by);
          if (!replaced.isEmpty()) {
            json.writeArrayFieldStart("replaced");
            for (Replaced value : replaced) {
              json.writeStartObject();
              json.writeStringField("type", value.contentType());
              json.writeStringField("bytes", value.base64());
              json.writeEndObject();
            }
            json.writeEndArray();
          }
          json.writeEndObject();
        });
  }

  /**
   * Reads a fence.
   *
   * @throws UnreadableDocument when it is none, or is damaged
   */
  public static Fence read(String contentType, byte[] bytes) throws UnreadableDocument {
    return DocumentJson.read("fence", CONTENT_TYPE, contentType, bytes, Fence::readFields);
  }

  private static Fence readFields(JsonParser json) throws IOException {
    Map<String, Object> fields = new HashMap<>();
    List<Replaced> replaced = new ArrayList<>();
    DocumentJson.readObject(
        json,
        (name, value) -> {
          switch (name) {
            case "fence", "by" -> fields.put(name, DocumentJson.text(value));
            case "number", "startedAt" -> fields.put(name, DocumentJson.integer(value));
            case "replaced" -> readReplaced(value, replaced);
            default -> value.skipChildren();
          }
        });
    return new Fence(
        (String) DocumentJson.require(fields.get("fence"), "fence"),
        (Long) DocumentJson.require(fields.get("number"), "number"),
        (Long) DocumentJson.require(fields.get("startedAt"), "startedAt"),
        (String) DocumentJson.require(fields.get("by"), "by"),
        replaced);
  }

  private static void readReplaced(JsonParser json, List<Replaced> replaced) throws IOException {
    DocumentJson.expect(json, JsonToken.START_ARRAY);
    replaced.clear();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      Map<String, String> value = new HashMap<>();
      DocumentJson.readObject(
          json,
          (name, field) -> {
            switch (name) {
              case "type", "bytes" -> value.put(name, DocumentJson.text(field));
              default -> field.skipChildren();
            }
          });
      replaced.add(
          new Replaced(
              DocumentJson.require(value.get("type"), "replaced.type"),
              DocumentJson.require(value.get("bytes"), "replaced.bytes")));
    }
  }

  /** Says for a person why the document cannot be read, and what to do. */
  public String reason() {
    return "it is being recounted since %s by %s; if that has ended, recount it again"
        .formatted(Instant.ofEpochMilli(startedAtMs), by);
  }
}
