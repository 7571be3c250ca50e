package clickcounter.document;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The fields of a document that this build does not know, because a newer one wrote them. They are
 * kept as they are: every write of the document has them again. So their values must stay true
 * while a build counts on that does not know them.
 *
 * <p>Only fields of the document itself are kept. A field that is unknown within another one makes
 * the document unreadable.
 *
 * @param byName the value of each, as JSON
 */
public record OtherFields(SortedMap<String, String> byName) {
  public static final OtherFields NONE = new OtherFields(new TreeMap<>());

  /** A document as one write stored it. */
  public interface Version {
    WriteStamp write();

    OtherFields other();
  }

  public OtherFields {
    byName = Collections.unmodifiableSortedMap(new TreeMap<>(byName));
  }

  /** Those of all siblings: where values differ, that of the write with the highest number. */
  public static OtherFields merged(Collection<? extends Version> siblings) {
    if (siblings.stream().allMatch(sibling -> sibling.other() == NONE)) {
      return NONE;
    }
    SortedMap<String, String> merged = new TreeMap<>();
    Comparator<Version> byNumber = Comparator.comparingLong(each -> each.write().number());
    siblings.stream()
        .sorted(byNumber.thenComparing(each -> each.write().id()))
        .forEach(sibling -> merged.putAll(sibling.other().byName));
    return new OtherFields(merged);
  }

  /** With the field at whose value the parser stands. */
  OtherFields with(String name, JsonParser json) throws IOException {
    SortedMap<String, String> with = new TreeMap<>(byName);
    with.put(name, DocumentJson.copy(json));
    return new OtherFields(with);
  }

  void write(JsonGenerator json) throws IOException {
    for (SortedMap.Entry<String, String> field : byName.entrySet()) {
      json.writeFieldName(field.getKey());
      json.writeRawValue(field.getValue());
    }
  }
}
