package clickcounter.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What the codecs of documents and messages share. */
public final class DocumentJson {
  private static final JsonFactory JSON =
      new JsonFactoryBuilder()
          .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
          .rootValueSeparator((String) null) // the documents of one generator are apart
          .build();

  private static final SerializableString WRITE = new SerializedString("write");
  private static final SerializableString ID = new SerializedString("id");
  private static final SerializableString NUMBER = new SerializedString("number");
  private static final SerializableString BASED_ON = new SerializedString("basedOn");
  private static final SerializableString BASE = new SerializedString("base");
  private static final SerializableString BASE_NUMBER = new SerializedString("baseNumber");

  /**
   * Stands in no UTF-8. Jackson fills up the ends of names with it to compare them, so it would
   * take a name that has it for one without it that it has read before.
   */
  private static final byte FILLER = (byte) 0xff;

  private DocumentJson() {}

  public interface Body {
    void write(JsonGenerator json) throws IOException;
  }

  public interface FieldReader {
    void read(String name, JsonParser json) throws IOException;
  }

  public interface DocumentReader<T> {
    T read(JsonParser json) throws IOException;
  }

  /** Writes one object. The body writes its fields and its end. */
  public static byte[] write(Body body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      body.write(json);
    } catch (IOException e) {
      throw new UncheckedIOException("a byte array does not fail", e);
    }
    return bytes.toByteArray();
  }

  static JsonGenerator generator(OutputStream bytes) throws IOException {
    return JSON.createGenerator(bytes);
  }

  public static <T> T read(
      String what, String expectedType, String contentType, byte[] bytes, DocumentReader<T> reader)
      throws UnreadableDocument {
    if (!expectedType.equals(contentType)) {
      throw new UnreadableDocument(
          what + ": content type '" + contentType + "', expected '" + expectedType + "'", null);
    }
    try (JsonParser json = JSON.createParser(bytes)) {
      requireNoFiller(bytes);
      json.nextToken();
      T document = reader.read(json);
      if (json.nextToken() != null) {
        throw new IllegalArgumentException("expected nothing after the document");
      }
      return document;
    } catch (IOException | IllegalArgumentException e) {
      throw new UnreadableDocument(what + ": " + fault(e) + ", in " + start(bytes), e);
    }
  }

  private static void requireNoFiller(byte[] bytes) {
    for (byte each : bytes) {
      if (each == FILLER) {
        throw new IllegalArgumentException("expected UTF-8, found a byte 0xff");
      }
    }
  }

  /**
   * The message without Jackson's location, which takes a second line and does not name the
   * document.
   */
  private static String fault(Exception e) {
    return e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
  }

  private static String start(byte[] bytes) {
    int length = Math.min(bytes.length, 200);
    String text = new String(bytes, 0, length, StandardCharsets.UTF_8);
    return bytes.length > length ? text + "…" : text;
  }

  /** Reads the fields of the object at which the parser stands. */
  public static void readObject(JsonParser json, FieldReader fields) throws IOException {
    expect(json, JsonToken.START_OBJECT);
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      fields.read(name, json);
    }
  }

  /** The value at which the parser stands, as JSON. */
  static String copy(JsonParser json) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator copy = JSON.createGenerator(bytes)) {
      for (int depth = 0; ; json.nextToken()) {
        copy.copyCurrentEventExact(json);
        depth += json.currentToken().isStructStart() ? 1 : 0;
        depth -= json.currentToken().isStructEnd() ? 1 : 0;
        if (depth == 0) {
          break;
        }
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** Of a field that no build of this version of the format writes in this place. */
  public static IllegalArgumentException unknown(String field) {
    return new IllegalArgumentException(
        "unknown field "
            + field
            + ": a newer build wrote it; run that build, or a newer one, to read the document");
  }

  public static String text(JsonParser json) throws IOException {
    expect(json, JsonToken.VALUE_STRING);
    return json.getText();
  }

  public static long integer(JsonParser json) throws IOException {
    expect(json, JsonToken.VALUE_NUMBER_INT);
    return json.getLongValue();
  }

  static boolean bool(JsonParser json) throws IOException {
    if (!json.currentToken().isBoolean()) {
      expect(json, JsonToken.VALUE_TRUE);
    }
    return json.getBooleanValue();
  }

  /** Whole numbers, of which there must not be more than {@code most}. */
  static long[] integers(JsonParser json, int most) throws IOException {
    expect(json, JsonToken.START_ARRAY);
    long[] values = new long[most];
    int count = 0;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (count == most) {
        throw new IllegalArgumentException("expected at most " + most + " numbers");
      }
      values[count++] = integer(json);
    }
    return Arrays.copyOf(values, count);
  }

  static List<String> texts(JsonParser json) throws IOException {
    expect(json, JsonToken.START_ARRAY);
    List<String> values = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      values.add(text(json));
    }
    return values;
  }

  static void expect(JsonParser json, JsonToken expected) {
    if (json.currentToken() != expected) {
      throw new IllegalArgumentException(
          "expected "
              + expected
              + ", found "
              + json.currentToken()
              + " at "
              + json.currentLocation().offsetDescription());
    }
  }

  public static <T> T require(T value, String field) {
    if (value == null) {
      throw new IllegalArgumentException("the field " + field + " is missing");
    }
    return value;
  }

  /**
   * Writes the object {@code write}. Leaves out what a reader can derive: {@code basedOn} when it
   * is empty and there is a base, and {@code baseNumber} when it is {@code number - 1}.
   */
  static void writeStamp(WriteStamp write, JsonGenerator json) throws IOException {
    json.writeFieldName(WRITE);
    json.writeStartObject();
    json.writeFieldName(ID);
    json.writeString(write.id());
    json.writeFieldName(NUMBER);
    json.writeNumber(write.number());
    if (write.base() == null || !write.basedOn().isEmpty()) {
      json.writeFieldName(BASED_ON);
      writeTexts(write.basedOn(), json);
    }
    if (write.base() != null) {
      json.writeFieldName(BASE);
      json.writeString(write.base());
      if (write.storedNumber() != write.number() - 1) {
        json.writeFieldName(BASE_NUMBER);
        json.writeNumber(write.storedNumber());
      }
    }
    json.writeEndObject();
  }

  private static void writeTexts(List<String> texts, JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  static WriteStamp readStamp(JsonParser json) throws IOException {
    String[] id = {null};
    Long[] number = {null};
    String[] base = {null};
    Long[] storedNumber = {null};
    List<List<String>> basedOn = new ArrayList<>();
    readObject(
        json,
        (name, value) -> {
          switch (name) {
            case "id" -> id[0] = text(value);
            case "number" -> number[0] = integer(value);
            case "basedOn" -> basedOn.add(texts(value));
            case "base" -> base[0] = text(value);
            case "baseNumber" -> storedNumber[0] = integer(value);
            default -> throw unknown("write." + name);
          }
        });
    boolean hasBase = base[0] != null;
    if (basedOn.size() > 1 || basedOn.isEmpty() && !hasBase) {
      throw new IllegalArgumentException(
          "expected write.basedOn or write.base, found basedOn "
              + basedOn.size()
              + " times and base "
              + base[0]);
    }
    long numberBefore = require(number[0], "write.number") - 1;
    long ofBase = storedNumber[0] != null ? storedNumber[0] : hasBase ? numberBefore : 0;
    return new WriteStamp(
        require(id[0], "write.id"),
        number[0],
        basedOn.isEmpty() ? List.of() : basedOn.get(0),
        base[0],
        ofBase);
  }
}
