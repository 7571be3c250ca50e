package clickcounter.tools.recount;

import clickcounter.cli.AtomicFile;
import clickcounter.cli.IoErrors;
import clickcounter.document.Fence;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.DatabindException;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a recount replaces, a JSON object a line: the document's place, the ids of the writes that
 * the recount puts there, and the values that stood there before. Each is on disk before its
 * document is put.
 */
final class ReplacedFile implements Recount.Keeper, Closeable {
  private static final JsonMapper JSON = new JsonMapper();
  private static final ObjectWriter WRITER = JSON.writerFor(Entry.class);
  private static final ObjectReader READER = JSON.readerFor(Entry.class);

  private final Path file;
  private FileChannel channel;

  /** The file is made with its first line. */
  ReplacedFile(Path file) {
    this.file = file;
  }

  /**
   * One document.
   *
   * @param writes ids of the writes that replace it
   * @param before null in a line that only adds writes
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Entry(String bucket, String key, List<String> writes, List<Fence.Replaced> before) {
    Entry {
      Objects.requireNonNull(bucket, "bucket");
      Objects.requireNonNull(key, "key");
      writes = List.copyOf(writes);
      before = List.copyOf(before);
    }

    @JsonIgnore
    DocumentKey place() {
      return new DocumentKey(bucket, key);
    }

    List<StoredValue> values() {
      return before.stream().map(ReplacedFile::value).toList();
    }

    /** The same document, which an undo puts back. */
    Entry putBackBy(String write) {
      return and(new Entry(bucket, key, List.of(write), List.of()));
    }

    /**
     * The same document, put once more: what stood there first is kept. A put in doubt may have
     * been stored, and written by others before it was made again: what that replaced is more than
     * stood there first, so its write is left out, and is not undone.
     */
    private Entry and(Entry later) {
      if (!later.before.stream().allMatch(this::isKnown)) {
        return this;
      }
      List<String> all = new ArrayList<>(writes);
      all.addAll(later.writes);
      return new Entry(bucket, key, all, before);
    }

    private boolean isKnown(Fence.Replaced replaced) {
      return before.contains(replaced) || writes.contains(Undo.writeId(value(replaced)));
    }
  }

  /** What was replaced, as it was stored. */
  static StoredValue value(Fence.Replaced replaced) {
    return new StoredValue(replaced.contentType(), replaced.bytes());
  }

  Path file() {
    return file;
  }

  /** Whether anything was kept. */
  boolean isUsed() {
    return channel != null;
  }

  @Override
  public void keep(DocumentKey key, List<String> writeIds, List<StoredValue> before) {
    List<Fence.Replaced> values =
        before.stream().map(each -> Fence.Replaced.of(each.contentType(), each.bytes())).toList();
    write(new Entry(key.bucket(), key.key(), writeIds, values));
  }

  private void write(Entry entry) {
    try {
      ByteBuffer line =
          ByteBuffer.wrap(
              (WRITER.writeValueAsString(entry) + "\n").getBytes(StandardCharsets.UTF_8));
      while (line.hasRemaining()) {
        channel().write(line);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private UncheckedIOException failed(IOException e) {
    return new UncheckedIOException(
        new IOException(
            file
                + ": what is replaced could not be kept, so it is put back: "
                + IoErrors.message(e)
                + ". Choose another file (--replaced)",
            e));
  }

  /** Makes the file. Called before anything is changed, so that nothing is if this fails. */
  ReplacedFile open() throws IOException {
    try {
      channel();
      return this;
    } catch (IOException e) {
      throw IoErrors.notWritten(file, e, "Nothing was changed. Choose another file (--replaced)");
    }
  }

  private FileChannel channel() throws IOException {
    if (channel == null) {
      Path directory = file.toAbsolutePath().getParent();
      AtomicFile.makeDirectories(file);
      channel =
          FileChannel.open(
              file,
              EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND),
              AtomicFile.ownerOnly(file));
      AtomicFile.forceNames(directory);
    }
    return channel;
  }

  @Override
  public void flush() {
    try {
      if (channel != null) {
        channel.force(false);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** What it has of each document, in the order of the first lines. */
  static Collection<Entry> read(Path file) throws IOException {
    Map<DocumentKey, Entry> entries = new LinkedHashMap<>();
    int number = 0;
    for (String line : Files.readAllLines(file)) {
      number++;
      try {
        Entry entry = READER.readValue(line);
        entries.merge(entry.place(), entry, Entry::and);
      } catch (DatabindException | IllegalArgumentException e) {
        throw new IOException(
            file + ":" + number + ": not a line that recount has written: " + e.getMessage(), e);
      }
    }
    return entries.values();
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }
}
