package clickcounter.tools.documents;

import clickcounter.cli.NoVerdict;

/** The documents cannot be read; nothing can be said of them. */
public final class DocumentsUnavailable extends NoVerdict {
  public DocumentsUnavailable(String message) {
    super(message);
  }
}
