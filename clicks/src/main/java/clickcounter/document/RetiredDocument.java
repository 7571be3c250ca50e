package clickcounter.document;

import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counters that were closed and complete, whose documents are deleted: of each counter, how many
 * events it had. All of them are counted, so none of them may be counted again. There are {@value
 * #SHARDS} such documents; a stable hash of the counter id selects one. Content type {@value
 * #CONTENT_TYPE}:
 *
 * <pre>
 * {"retired":{"hostA-20131030_152543":4711,"hostB-20131030_091500":128}}
 * </pre>
 *
 * <p>Siblings merge as a union.
 *
 * @param nextById by counter id: one more than the highest sequence
 */
public record RetiredDocument(TreeMap<String, Long> nextById) {
  public static final String CONTENT_TYPE = "application/vnd.click-counter.retired.v1+json";
  public static final int SHARDS = 1_024;

  public RetiredDocument {
    nextById = new TreeMap<>(nextById);
    nextById.forEach(
        (id, next) -> {
          if (next < 1) {
            throw new IllegalArgumentException(
                "retired counter " + id + ": expected 1 event or more, found " + next);
          }
        });
  }

  /** The key of the shard in which this counter is, if it is retired. */
  public static String keyOf(String counterId) {
    return "retired-" + Integer.toHexString(Math.floorMod(counterId.hashCode(), SHARDS));
  }

  public static RetiredDocument union(Collection<RetiredDocument> siblings) {
    TreeMap<String, Long> all = new TreeMap<>();
    siblings.forEach(s -> s.nextById.forEach((id, next) -> all.merge(id, next, Math::max)));
    return new RetiredDocument(all);
  }

  /** What the counter's document said, or null if it is not retired here. */
  public CounterDocument document(String counterId) {
    Long next = nextById.get(counterId);
    if (next == null) {
      return null;
    }
    GapList gaps = new GapList();
    gaps.markRange(0, next - 1, 0);
    return new CounterDocument(
        counterId, gaps, true, 0, new LongRanges(), new WriteStamp("retired", 1, List.of()));
  }

  public byte[] toBytes() {
    return DocumentJson.write(
        json -> {
          json.writeObjectFieldStart("retired");
          for (Map.Entry<String, Long> counter : nextById.entrySet()) {
            json.writeNumberField(counter.getKey(), counter.getValue());
          }
          json.writeEndObject();
          json.writeEndObject();
        });
  }

  /**
   * Reads a document of any version ever written.
   *
   * @throws UnreadableDocument when the content type is unknown or the document is damaged
   */
  public static RetiredDocument read(String contentType, byte[] bytes) throws UnreadableDocument {
    return DocumentJson.read(
        "retired counters", CONTENT_TYPE, contentType, bytes, RetiredDocument::readFields);
  }

  private static RetiredDocument readFields(JsonParser json) throws IOException {
    List<TreeMap<String, Long>> found = new ArrayList<>();
    DocumentJson.readObject(
        json,
        (name, value) -> {
          if (name.equals("retired")) {
            TreeMap<String, Long> counters = new TreeMap<>();
            DocumentJson.readObject(
                value, (id, number) -> counters.put(id, DocumentJson.integer(number)));
            found.add(counters);
          } else {
            value.skipChildren();
          }
        });
    if (found.size() != 1) {
      throw new IllegalArgumentException("expected the field retired once, found " + found.size());
    }
    return new RetiredDocument(found.get(0));
  }
}
