package clickcounter.document;

/**
 * A stored document that this version cannot read. The software never overwrites such a document.
 */
public final class UnreadableDocument extends Exception {
  UnreadableDocument(String message, Throwable cause) {
    super(message, cause);
  }
}
