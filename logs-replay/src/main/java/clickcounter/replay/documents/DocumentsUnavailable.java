package clickcounter.replay.documents;

/** The documents cannot be read; nothing can be said of them. */
public final class DocumentsUnavailable extends RuntimeException {
  public DocumentsUnavailable(String message) {
    super(message);
  }
}
