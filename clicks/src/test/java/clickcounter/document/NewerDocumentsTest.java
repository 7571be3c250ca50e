package clickcounter.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.testing.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents from the future: what a later minor version may write, and what it may not. */
class NewerDocumentsTest {
  private static final String NEWER = ",\"newer\":{\"a\":[1,2]}";

  private interface Reading {
    Object read(String contentType, byte[] bytes) throws UnreadableDocument;
  }

  private static final Map<String, Reading> READERS =
      Map.of(
          "ad", AdDocumentCodec::read,
          "counter", CounterDocumentCodec::read,
          "directory", DirectoryDocument::read,
          "retired", RetiredDocument::read,
          "recount", RecountMark::read);

  private static Object read(String type, String version, byte[] bytes) throws UnreadableDocument {
    String contentType = "application/vnd.click-counter." + type + "." + version + "+json";
    return READERS.get(type).read(contentType, bytes);
  }

  private static byte[] newer(String name) {
    return Samples.NEWER.bytes("documents/" + name + ".json");
  }

  /** At its place or another one, and byte for byte. All else is as in the sample without it. */
  @ParameterizedTest
  @CsvSource({"ad-kept, ad-ordinary", "counter-kept, counter-gaps"})
  void aFieldOfTheWholeIsKeptAsItIs(String name, String without) throws UnreadableDocument {
    String type = name.replaceFirst("-.*", "");
    Object document = read(type, "v1", newer(name));

    byte[] written =
        document instanceof AdDocument ad
            ? AdDocumentCodec.write(ad)
            : CounterDocumentCodec.write((CounterDocument) document);

    String text = new String(written, UTF_8);
    assertThat(text).containsOnlyOnce(NEWER);
    assertThat(text.replace(NEWER, ""))
        .isEqualTo(Samples.OF_1_0_0.text("documents/" + without + ".json"));
    assertThat(fields(written)).contains("newer");
    assertThat(read(type, "v1", written)).isEqualTo(document);
  }

  private static List<String> fields(byte[] document) throws UnreadableDocument {
    List<String> names = new ArrayList<>();
    DocumentJson.FieldReader name =
        (each, value) -> {
          names.add(each);
          value.skipChildren();
        };
    return DocumentJson.read(
        "document",
        "",
        "",
        document,
        json -> {
          DocumentJson.readObject(json, name);
          return names;
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ad-write",
        "ad-ranking",
        "counter-write",
        "counter-gap",
        "counter-decision",
        "counter-ending",
        "directory",
        "retired",
        "recount"
      })
  void aFieldOfAPartIsRefusedByItsName(String name) {
    String type = name.replaceFirst("-.*", "");
    assertThatThrownBy(() -> read(type, "v1", newer(name)))
        .isInstanceOf(UnreadableDocument.class)
        .hasMessageContaining("newer");
  }

  @ParameterizedTest
  @CsvSource({
    "ad-filtered, 'no such class: ''newer'''",
    "ad-kind, 'no kind of event has the letter ''z'''",
    "ad-state, 'found ''paused'''",
    "retired-entry, expected at most 5 numbers"
  })
  void whatIsNotKnownWithinAPartIsRefusedByItsName(String name, String why) {
    String type = name.replaceFirst("-.*", "");
    assertThatThrownBy(() -> read(type, "v1", newer(name)))
        .isInstanceOf(UnreadableDocument.class)
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ad-ordinary", "counter-gaps", "directory", "retired", "recount-begun"})
  void anotherTypeIsRefusedByItsName(String name) {
    String type = name.replaceFirst("-.*", "");
    byte[] document = Samples.OF_1_0_0.bytes("documents/" + name + ".json");
    for (String version : List.of("v2", "v1.1")) {
      assertThatThrownBy(() -> read(type, version, document))
          .isInstanceOf(UnreadableDocument.class)
          .hasMessageContainingAll(
              "content type 'application/vnd.click-counter." + type + "." + version + "+json'",
              "expected 'application/vnd.click-counter." + type + ".v1+json'");
    }
  }
}
