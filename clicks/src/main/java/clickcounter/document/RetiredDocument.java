package clickcounter.document;

import clickcounter.ids.Ending;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Counters that were closed and complete, and whose documents are deleted or will be: of each, how
 * many events it had, when it was entered here, the number of its document's write then, the time
 * of its last event, and whether it closed properly (1) or an operator closed it (0). All its
 * events are counted, so none of them may be counted again. There are {@value #SHARDS} such
 * documents; a stable hash of the counter id selects one. Content type {@value #CONTENT_TYPE}:
 *
 * <pre>
 * {"retired":{"hostA-20131030_152543":[4711,1390737600000,96,1383146743633,1],
 *             "hostB-20131030_091500":[128,1390737600000,7,1383146743633,0]}}
 * </pre>
 *
 * <p>Siblings merge as a union.
 *
 * @param byId the retired counters by id
 */
public record RetiredDocument(TreeMap<String, Retired> byId) {
  public static final String CONTENT_TYPE = "application/vnd.click-counter.retired.v1+json";
  public static final int SHARDS = 1_024;

  /** In the place of the event by which an operator closed a counter that is retired now. */
  public static final String CLOSED_BY = "retired";

  private static final String PREFIX = "retired-";

  /**
   * A retired counter.
   *
   * @param next one more than its highest sequence
   * @param enteredAtMs when it was entered, by the clock of the process that retired it
   * @param writeNumber of its document when it was entered; 0 if it had none
   * @param lastEventAtMs as its document said
   * @param closed whether it closed properly; else an operator closed it
   */
  public record Retired(
      long next, long enteredAtMs, long writeNumber, long lastEventAtMs, boolean closed) {
    public Retired {
      if (next < 0 || enteredAtMs < 0 || writeNumber < 0 || lastEventAtMs < 0) {
        throw new IllegalArgumentException(
            "retired counter: expected a number of events, a time, a write's number and a time,"
                + " found %d, %d, %d and %d"
                    .formatted(next, enteredAtMs, writeNumber, lastEventAtMs));
      }
    }

    /**
     * The union of two entries of one counter. A document that came back begins with a low write
     * number, so the later entry has the right one.
     */
    Retired merge(Retired other) {
      if (enteredAtMs < other.enteredAtMs) {
        return other.merge(this);
      }
      boolean isLater = enteredAtMs > other.enteredAtMs;
      return new Retired(
          Math.max(next, other.next),
          enteredAtMs,
          isLater ? writeNumber : Math.max(writeNumber, other.writeNumber),
          Math.max(lastEventAtMs, other.lastEventAtMs),
          closed || other.closed);
    }
  }

  public RetiredDocument {
    byId = new TreeMap<>(byId);
  }

  /** The key of the document that has this counter, if it is retired. */
  public static String keyOf(String counterId) {
    return key(Math.floorMod(counterId.hashCode(), SHARDS));
  }

  /** The keys of all documents. */
  public static List<String> keys() {
    return IntStream.range(0, SHARDS).mapToObj(RetiredDocument::key).toList();
  }

  private static String key(int shard) {
    return PREFIX + Integer.toHexString(shard);
  }

  public static RetiredDocument union(Collection<RetiredDocument> siblings) {
    TreeMap<String, Retired> all = new TreeMap<>();
    siblings.forEach(s -> s.byId.forEach((id, retired) -> all.merge(id, retired, Retired::merge)));
    return new RetiredDocument(all);
  }

  /** The same with this counter. */
  public RetiredDocument with(String counterId, Retired retired) {
    RetiredDocument with = new RetiredDocument(byId);
    with.byId.merge(counterId, retired, Retired::merge);
    return with;
  }

  /**
   * What the counter's document said, or null if it is not retired here. An operator's close is
   * kept only as the fact that it held when the counter was entered.
   */
  public CounterDocument document(String counterId) {
    Retired retired = byId.get(counterId);
    if (retired == null) {
      return null;
    }
    GapList gaps = new GapList();
    if (retired.next > 0) {
      gaps.markRange(0, retired.next - 1, 0);
    }
    if (!retired.closed) {
      WriteOff close = new WriteOff(false, "it was retired", retired.enteredAtMs, CLOSED_BY);
      gaps.writeOff(retired.next, Ending.NO_END, close);
    }
    return new CounterDocument(
        counterId,
        gaps,
        retired.closed,
        retired.lastEventAtMs,
        new LongRanges(),
        new WriteStamp("retired", 1, List.of()));
  }

  public byte[] toBytes() {
    return DocumentJson.write(
        json -> {
          json.writeObjectFieldStart("retired");
          for (Map.Entry<String, Retired> counter : byId.entrySet()) {
            json.writeArrayFieldStart(counter.getKey());
            json.writeNumber(counter.getValue().next);
            json.writeNumber(counter.getValue().enteredAtMs);
            json.writeNumber(counter.getValue().writeNumber);
            json.writeNumber(counter.getValue().lastEventAtMs);
            json.writeNumber(counter.getValue().closed ? 1 : 0);
            json.writeEndArray();
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
    List<TreeMap<String, Retired>> found = new ArrayList<>();
    DocumentJson.readObject(
        json,
        (name, value) -> {
          if (!name.equals("retired")) {
            throw DocumentJson.unknown(name);
          }
          TreeMap<String, Retired> counters = new TreeMap<>();
          DocumentJson.readObject(value, (id, entry) -> counters.put(id, readEntry(id, entry)));
          found.add(counters);
        });
    if (found.size() != 1) {
      throw new IllegalArgumentException("expected the field retired once, found " + found.size());
    }
    return new RetiredDocument(found.get(0));
  }

  private static Retired readEntry(String counterId, JsonParser json) throws IOException {
    long[] entry = DocumentJson.integers(json, 5);
    if (entry.length != 5 || entry[4] < 0 || entry[4] > 1) {
      throw new IllegalArgumentException(
          "retired counter "
              + counterId
              + ": expected four numbers and 0 or 1, found "
              + Arrays.toString(entry));
    }
    return new Retired(entry[0], entry[1], entry[2], entry[3], entry[4] == 1);
  }
}
