package clickcounter.reading;

import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.UnreadableDocument;
import clickcounter.store.StoredValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Reads all siblings of a document, and checks that each is the document that belongs there.
 *
 * @param what a document of this kind is about: an ad or a counter
 * @param codec reads one sibling
 * @param idOf the id that is written in a document
 * @param <D> the document
 */
public record SiblingReader<D>(String what, Codec<D> codec, Function<D, String> idOf) {
  public static final SiblingReader<AdDocument> ADS =
      new SiblingReader<>("ad", AdDocumentCodec::read, AdDocument::adId);

  public static final SiblingReader<CounterDocument> COUNTERS =
      new SiblingReader<>("counter", CounterDocumentCodec::read, CounterDocument::counterId);

  public interface Codec<D> {
    D read(String contentType, byte[] bytes) throws UnreadableDocument;
  }

  /** Those of the values that can be read, also if they belong elsewhere. */
  public List<D> readable(List<StoredValue> values) {
    List<D> readable = new ArrayList<>();
    for (StoredValue value : values) {
      try {
        readable.add(codec.read(value.contentType(), value.bytes()));
      } catch (UnreadableDocument e) {
        // It is left out.
      }
    }
    return readable;
  }

  /**
   * The siblings, in the order of the values.
   *
   * @param id that the key stands for
   * @throws UnreadableDocument when one of them cannot be read or belongs elsewhere
   */
  public List<D> read(String id, List<StoredValue> values) throws UnreadableDocument {
    List<D> siblings = new ArrayList<>(values.size());
    for (StoredValue value : values) {
      D sibling = codec.read(value.contentType(), value.bytes());
      if (!idOf.apply(sibling).equals(id)) {
        throw new UnreadableDocument("it is the document of " + what + " " + idOf.apply(sibling));
      }
      siblings.add(sibling);
    }
    return siblings;
  }
}
