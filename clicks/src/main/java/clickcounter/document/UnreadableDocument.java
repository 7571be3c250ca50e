package clickcounter.document;

/**
 * A stored document that this version cannot read. The software never overwrites such a document.
 */
public final class UnreadableDocument extends Exception {
  /** A document of which this is wrong. */
  public UnreadableDocument(String message) {
    this(message, null);
  }

  public UnreadableDocument(String message, Throwable cause) {
    super(message, cause);
  }
}
