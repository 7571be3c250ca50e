package clickcounter.ledger;

import clickcounter.document.AdDocumentWriter;
import clickcounter.document.AddedIds;

/**
 * What the ledgers of one task need to write their documents, one after the other, so that a put
 * costs no memory besides its document.
 *
 * <p>Not thread-safe.
 */
public final class PutBuffers {
  final AdDocumentWriter document = new AdDocumentWriter();
  final AddedIds added = new AddedIds();
}
