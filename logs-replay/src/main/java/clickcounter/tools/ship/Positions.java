package clickcounter.tools.ship;

import clickcounter.tools.ship.ContentReader.Match;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What was sent of each file, by the file's key, and of contents whose file is gone. Finds where to
 * go on in a file: by its key if it was renamed, by its content if it was copied or compressed.
 *
 * <p>Not thread-safe.
 */
final class Positions {
  /** A content whose file is gone may come back in a compressed file. */
  private static final long KEEP_GONE_MS = 7L * 86_400_000;

  private final Map<String, Shipped> byKey = new LinkedHashMap<>();
  private final List<Shipped> gone = new ArrayList<>();

  /** Contents that lost their file since they were asked for. */
  private final List<Shipped> forgotten = new ArrayList<>();

  Positions(Collection<Shipped> saved) {
    for (Shipped shipped : saved) {
      if (shipped.fileKey().isEmpty()) {
        gone.add(shipped);
      } else {
        byKey.put(shipped.fileKey(), shipped);
      }
    }
  }

  /** Null if nothing is known of this file. */
  Shipped get(String fileKey) {
    return byKey.get(fileKey);
  }

  void put(Shipped shipped) {
    byKey.put(shipped.fileKey(), shipped);
  }

  List<Shipped> all() {
    return Stream.concat(byKey.values().stream(), gone.stream()).toList();
  }

  /**
   * Opens a file where it is to be read on.
   *
   * @param settled whether nobody writes to it any more
   * @param nowMs ms since the epoch
   * @return null if the file cannot be judged before it has changed or settled: it may be a part of
   *     a copy, or of a compressed file, that is still being written
   */
  ContentReader open(Path file, String fileKey, boolean packed, boolean settled, long nowMs)
      throws IOException {
    Shipped known = byKey.get(fileKey);
    if (known != null && known.offset() > 0) {
      ContentReader reader = ContentReader.open(file);
      Match match = moved(reader, known);
      if (match == Match.SAME) {
        return reader;
      }
      reader.close();
      if (match == Match.SHORTER && packed && !settled) {
        return null;
      }
      // It was truncated, or another file has the number of a deleted one.
      forget(fileKey, nowMs);
      if (match == Match.SHORTER) {
        return ContentReader.open(file);
      }
    }
    return openByContent(file, settled);
  }

  private ContentReader openByContent(Path file, boolean settled) throws IOException {
    boolean part = false;
    for (Shipped sent : longestFirst(file)) {
      ContentReader reader = ContentReader.open(file);
      Match match = moved(reader, sent);
      if (match == Match.SAME) {
        return reader;
      }
      reader.close();
      part |= match == Match.SHORTER;
    }
    if (part && !settled) {
      return null;
    }
    ContentReader reader = ContentReader.open(file);
    if (reader.isUndecided() && !settled) {
      reader.close();
      return null;
    }
    return reader;
  }

  /** Contents that begin like the file, and so are all of the same file. */
  private List<Shipped> longestFirst(Path file) throws IOException {
    try (ContentReader reader = ContentReader.open(file)) {
      return all().stream()
          .filter(sent -> sent.offset() > 0 && reader.beginsLike(sent))
          .sorted(Comparator.comparingLong(Shipped::offset).reversed())
          .toList();
    }
  }

  private static Match moved(ContentReader reader, Shipped sent) throws IOException {
    try {
      return reader.moveTo(sent);
    } catch (IOException e) {
      reader.close();
      throw e;
    }
  }

  private void forget(String fileKey, long nowMs) {
    Shipped sent = byKey.remove(fileKey);
    forgotten.add(sent);
    gone.add(sent.gone(nowMs));
  }

  /**
   * Remembers contents whose files are not there any more for some days.
   *
   * @return contents that lost their file since the last call: it was deleted or overwritten
   */
  List<Shipped> keepOnly(Set<String> fileKeys, long nowMs) {
    byKey.keySet().stream()
        .filter(fileKey -> !fileKeys.contains(fileKey))
        .toList()
        .forEach(fileKey -> forget(fileKey, nowMs));
    List<Shipped> vanished = List.copyOf(forgotten);
    forgotten.clear();
    gone.removeIf(sent -> sent.offset() == 0 || nowMs - sent.seenMs() > KEEP_GONE_MS);
    return vanished;
  }

  /** Whether a file that is there begins like this one, which is gone. */
  boolean isContinued(Shipped vanished) {
    return byKey.values().stream()
        .anyMatch(
            sent -> sent.offset() >= vanished.offset() && sent.head().equals(vanished.head()));
  }
}
