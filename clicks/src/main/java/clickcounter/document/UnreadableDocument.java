package clickcounter.document;

/** A stored document that no reader of this version understands. It is never written over. */
public final class UnreadableDocument extends Exception {
  UnreadableDocument(String message, Throwable cause) {
    super(message, cause);
  }
}
