package clickcounter.document;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * One shard of the directory of counters, which exists because listing keys is slow in Riak. The
 * directory has {@value #SHARDS} documents; a stable hash of the counter id selects one. A counter
 * is entered before its own document is first written. Content type {@value #CONTENT_TYPE}:
 *
 * <pre>
 * {"counters":["hostA-20131030_152543","hostB-20131030_091500"]}
 * </pre>
 *
 * <p>Siblings merge as a union.
 */
public record DirectoryDocument(TreeSet<String> counterIds) {
  public static final String CONTENT_TYPE = "application/vnd.click-counter.directory.v1+json";
  public static final int SHARDS = 16;

  public DirectoryDocument {
    counterIds = new TreeSet<>(counterIds);
  }

  /** The key of the shard in which this counter is entered. */
  public static String keyOf(String counterId) {
    return key(Math.floorMod(counterId.hashCode(), SHARDS));
  }

  /** The keys of all shards. */
  public static List<String> keys() {
    List<String> keys = new ArrayList<>();
    for (int shard = 0; shard < SHARDS; shard++) {
      keys.add(key(shard));
    }
    return keys;
  }

  private static String key(int shard) {
    return "counters-" + Integer.toHexString(shard);
  }

  public static DirectoryDocument union(Collection<DirectoryDocument> siblings) {
    TreeSet<String> all = new TreeSet<>();
    siblings.forEach(s -> all.addAll(s.counterIds));
    return new DirectoryDocument(all);
  }

  public byte[] toBytes() {
    return DocumentJson.write(
        json -> {
          json.writeArrayFieldStart("counters");
          for (String id : counterIds) {
            json.writeString(id);
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  /**
   * Reads a document of any version ever written.
   *
   * @throws UnreadableDocument when the content type is unknown or the document is damaged
   */
  public static DirectoryDocument read(String contentType, byte[] bytes) throws UnreadableDocument {
    return DocumentJson.read(
        "directory", CONTENT_TYPE, contentType, bytes, DirectoryDocument::readFields);
  }

  private static DirectoryDocument readFields(JsonParser json) throws IOException {
    List<List<String>> ids = new ArrayList<>();
    DocumentJson.readObject(
        json,
        (name, value) -> {
          if (!name.equals("counters")) {
            throw DocumentJson.unknown(name);
          }
          ids.add(DocumentJson.texts(value));
        });
    if (ids.size() != 1) {
      throw new IllegalArgumentException("expected the field counters once, found " + ids.size());
    }
    return new DirectoryDocument(new TreeSet<>(ids.get(0)));
  }
}
