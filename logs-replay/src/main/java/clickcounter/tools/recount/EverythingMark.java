package clickcounter.tools.recount;

import clickcounter.cli.NoVerdict;
import clickcounter.document.RecountBase;
import clickcounter.document.RecountMark;
import clickcounter.document.UnreadableDocument;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import clickcounter.tools.documents.Documents;
import java.util.List;

/**
 * The mark with which no worker of the topology starts, from before the first document of an empty
 * bucket type is built until the last one is. While it is not finished, all that is found is of the
 * same recount, which was interrupted.
 */
final class EverythingMark {
  private static final DocumentKey KEY = new DocumentKey(DocumentKey.DIRECTORY, RecountMark.KEY);

  private final Documents documents;
  private RecountMark mark;

  /**
   * Puts the mark, or finds the one of a recount that was interrupted.
   *
   * @param run unique among all recounts
   * @throws NoVerdict if the bucket type has documents of others
   */
  EverythingMark(Documents documents, String run, long nowMs) {
    String by = "pid " + ProcessHandle.current().pid();
    this.documents = documents;
    this.mark = new RecountMark(run.replace('.', '-'), nowMs, by, 0);
    documents.change(KEY, this::begin);
  }

  private StoredValue begin(List<StoredValue> siblings) throws UnreadableDocument {
    if (siblings.size() > 1) {
      throw new NoVerdict(
          KEY + " has siblings: two recounts began at the same time. Use another bucket type");
    }
    if (siblings.isEmpty()) {
      if (!documents.directory().isEmpty() || !documents.retired().isEmpty()) {
        throw new NoVerdict(
            "there are counters: the bucket type is not empty. Nothing was changed. Use an empty"
                + " bucket type, or recount single documents with --ad or --counter");
      }
      return value();
    }
    mark = RecountMark.read(siblings.get(0).contentType(), siblings.get(0).bytes());
    if (mark.isFinished()) {
      String before = "all its documents were recounted before (" + mark.by() + ")";
      throw new NoVerdict(
          "the bucket type is not empty: %s. Nothing was changed. Use an empty bucket type"
              .formatted(before));
    }
    return null;
  }

  private StoredValue value() {
    return new StoredValue(RecountMark.CONTENT_TYPE, mark.toBytes());
  }

  /** The base of all documents that are put. */
  RecountBase base() {
    return mark.base();
  }

  void finish(long nowMs) {
    mark = mark.finished(nowMs);
    documents.change(KEY, siblings -> value());
  }
}
