package clickcounter.simulation;

import clickcounter.counting.IdleDocuments;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Lets go of the document that was kept first. The production's choice is partly random, in a way
 * that no seed determines; which documents are gone may not matter, and here it is always the same.
 */
final class LeastRecentlyUsed<E> implements IdleDocuments<E> {
  private final long maxBytes;
  private final ToIntFunction<E> bytesOf;
  private final Map<String, Kept<E>> kept = new LinkedHashMap<>();
  private long bytes;

  private record Kept<E>(E document, int bytes) {}

  LeastRecentlyUsed(long maxBytes, ToIntFunction<E> bytesOf) {
    this.maxBytes = maxBytes;
    this.bytesOf = bytesOf;
  }

  @Override
  public E take(String id) {
    Kept<E> taken = kept.remove(id);
    if (taken == null) {
      return null;
    }
    bytes -= taken.bytes;
    return taken.document;
  }

  @Override
  public void keep(String id, E document) {
    take(id);
    int its = bytesOf.applyAsInt(document);
    kept.put(id, new Kept<>(document, its));
    bytes += its;
    Iterator<Kept<E>> oldest = kept.values().iterator();
    while (bytes > maxBytes) {
      bytes -= oldest.next().bytes;
      oldest.remove();
    }
  }
}
