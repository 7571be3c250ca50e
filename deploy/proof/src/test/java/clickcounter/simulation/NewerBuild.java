package clickcounter.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import clickcounter.document.WriteStamp;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Every second worker is of a newer build: each of its writes says {@code newer}, which the others
 * do not know. Their writes have to say what the write of the highest number said that they
 * contain.
 */
final class NewerBuild {
  private static final Pattern FIELD = Pattern.compile(",\"newer\":(\"[^\"]*\")");
  private static final Pattern WRITE = Pattern.compile("\"write\":\\{\"id\":(\"[^\"]*\")");

  private final Statistics statistics;
  private final Map<String, Said> writes = new HashMap<>();

  /** What the write of this number says, as its bytes have it; null if nothing. */
  private record Said(WriteStamp write, String newer) {}

  NewerBuild(Statistics statistics) {
    this.statistics = statistics;
  }

  /** What a worker of the newer build stores in the place of this. */
  static StoredValue value(DocumentKey key, StoredValue value) {
    if (!key.bucket().equals(DocumentKey.ADS) && !key.bucket().equals(DocumentKey.COUNTERS)) {
      return value;
    }
    String without = FIELD.matcher(text(value)).replaceFirst("");
    String with =
        "%s,\"newer\":%s}".formatted(without.substring(0, without.length() - 1), id(without));
    return new StoredValue(value.contentType(), with.getBytes(UTF_8));
  }

  private static String text(StoredValue value) {
    return new String(value.bytes(), UTF_8);
  }

  private static String id(String text) {
    Matcher write = WRITE.matcher(text);
    return write.find() ? write.group(1) : null;
  }

  /** A value of a document reached a replica. */
  void putCame(DocumentKey key, StoredValue value, WriteStamp write) {
    statistics.checked(Invariant.OTHER_FIELDS);
    Matcher field = FIELD.matcher(text(value));
    Said said = new Said(write, field.find() ? field.group(1) : null);
    writes.put(write.id(), said);
    List<Said> contained =
        Stream.concat(write.basedOn().stream(), Stream.of(write.base() + ""))
            .map(writes::get)
            .filter(Objects::nonNull)
            .toList();
    String expected =
        contained.stream()
            .filter(before -> before.newer != null)
            .max(
                Comparator.comparingLong((Said before) -> before.write.number())
                    .thenComparing(before -> before.write.id()))
            .map(Said::newer)
            .orElse(null);
    boolean isFirst = contained.isEmpty(); // or a recount's
    boolean isNewer = id(text(value)).equals(said.newer);
    if (!isFirst && !isNewer && !Objects.equals(said.newer, expected)) {
      throw new Violation(
          Invariant.OTHER_FIELDS, "%s says %s, expected %s, %s", key, said.newer, expected, write);
    }
  }
}
