package clickcounter.document;

/**
 * Why the decoder cannot read a stored document, for example because its bytes are damaged. The
 * software never overwrites such a document. It is <em>blocked</em>: its events are rejected until
 * an operator has repaired it. A document is also blocked while it is recounted, and when its
 * siblings cannot be merged.
 */
public final class UnreadableDocument extends Exception {
  /** What is wrong with the document. */
  public UnreadableDocument(String message) {
    this(message, null);
  }

  public UnreadableDocument(String message, Throwable cause) {
    super(message, cause);
  }
}
