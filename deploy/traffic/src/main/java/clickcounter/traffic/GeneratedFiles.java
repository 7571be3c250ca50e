package clickcounter.traffic;

import clickcounter.service.Archive;
import clickcounter.traffic.Generator.EventSinkOfDay;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a day, or several, to files:
 *
 * <pre>
 * archive/hostA/hostA-20131030_152543.ndjson.gz   what a service wrote, in order; of several days
 *                                                 one file an hour: hostA-20131030_152543-20131030_15…
 * archive/ivt/ivt-20131030-r7.ndjson.gz           verdicts on clicks, if there are any, likewise
 * queue.ndjson                                    what arrived, in the order of arrival
 * </pre>
 */
final class GeneratedFiles implements EventSinkOfDay, Closeable {
  static final String ARCHIVE = "archive";
  static final String QUEUE = "queue.ndjson";

  /** A thousand files are open. */
  private static final int BUFFER_CHARS = 1 << 13;

  private final Path directory;
  private final boolean byHour;
  private final Writer queue;
  private final Map<String, Writer> open = new HashMap<>();
  private long hourMs;

  /**
   * @param byHour whether each counter has a file an hour, as services write and pack them
   * @throws IOException if the directory is not empty
   */
  GeneratedFiles(Path directory, boolean byHour) throws IOException {
    this.directory = directory;
    this.byHour = byHour;
    Files.createDirectories(directory);
    try (Stream<Path> there = Files.list(directory)) {
      if (there.findAny().isPresent()) {
        throw new IOException(
            directory + " (expected a new or empty directory; nothing was written)");
      }
    }
    queue = Files.newBufferedWriter(directory.resolve(QUEUE));
  }

  @Override
  public void hourBegins(long timeMs) throws IOException {
    if (byHour) {
      closeArchives();
      hourMs = timeMs;
    }
  }

  @Override
  public void archived(String counterId, long sequence, String line) throws IOException {
    Writer file = open.get(counterId);
    if (file == null) {
      file = create(counterId);
      open.put(counterId, file);
    }
    file.write(line);
    file.write('\n');
  }

  private Writer create(String counterId) throws IOException {
    String host = counterId.substring(0, counterId.indexOf('-'));
    String name = byHour ? Archive.fileName(counterId, hourMs) : counterId + ".ndjson";
    Path file = directory.resolve(ARCHIVE).resolve(host).resolve(name + ".gz");
    Files.createDirectories(file.getParent());
    OutputStream out = new FastGzip(Files.newOutputStream(file));
    return new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), BUFFER_CHARS);
  }

  @Override
  public void ended(String counterId) throws IOException {
    Writer file = open.remove(counterId);
    if (file != null) {
      file.close();
    }
  }

  @Override
  public void queued(String line) throws IOException {
    queue.write(line);
    queue.write('\n');
  }

  private void closeArchives() throws IOException {
    for (Writer file : open.values()) {
      file.close();
    }
    open.clear();
  }

  @Override
  public void close() throws IOException {
    closeArchives();
    queue.close();
  }

  /** Gzip at its fastest level. */
  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out, 1 << 13);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
