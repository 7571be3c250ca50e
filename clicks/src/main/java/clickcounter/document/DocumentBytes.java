package clickcounter.document;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * Writes documents one after the other with one generator and one buffer, so that a document costs
 * no more memory than its bytes.
 *
 * <p>Not thread-safe.
 */
final class DocumentBytes {
  /** A larger buffer is given up, because few documents are as large. */
  private static final int MAX_KEPT_BYTES = 64 * 1024;

  private ByteArrayOutputStream bytes;
  private JsonGenerator json;

  /** Begins a document, an object. A document that was begun and not ended is forgotten. */
  JsonGenerator begin() throws IOException {
    if (json == null || !json.getOutputContext().inRoot()) {
      bytes = new ByteArrayOutputStream(512);
      json = DocumentJson.generator(bytes);
    }
    json.writeStartObject();
    return json;
  }

  /** Ends the document. */
  byte[] end() throws IOException {
    json.writeEndObject();
    json.flush();
    byte[] document = bytes.toByteArray();
    bytes.reset();
    if (document.length > MAX_KEPT_BYTES) {
      json = null;
    }
    return document;
  }
}
