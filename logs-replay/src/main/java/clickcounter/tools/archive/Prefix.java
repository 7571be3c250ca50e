package clickcounter.tools.archive;

import static clickcounter.event.EventLimits.requireAtLeast;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The first bytes of a file's content, uncompressed: how many, and their hash. It recognizes the
 * content in another file, a copy or a packed one, and a file whose content was replaced.
 *
 * <p>The hash is FNV-1a with 64 bits. That of the bytes before {@link #edge} is kept too, so a file
 * is recognized by its last bytes before the offset. These have the whole id of an event.
 *
 * @param offset how many bytes
 * @param hash of all bytes before the offset
 * @param edgeHash of all bytes before the edge
 * @param nextEdgeHash of all bytes before the edge that comes next
 */
public record Prefix(long offset, long hash, long edgeHash, long nextEdgeHash) {
  /** As long as the longest line in ASCII. Edges are at multiples of it. */
  private static final int EDGE_BYTES = 1 << 16;

  private static final long BASIS = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  public static final Prefix EMPTY = new Prefix(0, BASIS, BASIS, BASIS);

  public Prefix {
    requireAtLeast("offset", offset, 0);
  }

  public Prefix plus(byte[] bytes, int from, int to) {
    long newOffset = offset;
    long newHash = hash;
    long edge = edgeHash;
    long nextEdge = nextEdgeHash;
    for (int i = from; i < to; i++) {
      newHash = (newHash ^ (bytes[i] & 0xff)) * PRIME;
      if (++newOffset % EDGE_BYTES == 0) {
        edge = nextEdge;
        nextEdge = newHash;
      }
    }
    return new Prefix(newOffset, newHash, edge, nextEdge);
  }

  /** The bytes before the edge, which is one or two {@link #EDGE_BYTES} before the offset. */
  private Prefix edge() {
    long at = Math.max(0, (offset / EDGE_BYTES - 1) * EDGE_BYTES);
    return new Prefix(at, edgeHash, edgeHash, edgeHash);
  }

  /** Whether a file's content, unpacked, has the same bytes before the offset. */
  public boolean isBeginOf(Path file) throws IOException {
    Prefix read = edge();
    try (InputStream raw = Files.newInputStream(file);
        InputStream content = Compression.unpacked(file, raw)) {
      content.skipNBytes(read.offset);
      byte[] bytes = content.readNBytes((int) (offset - read.offset));
      return read.plus(bytes, 0, bytes.length).equals(this);
    } catch (EOFException e) {
      return false;
    }
  }
}
