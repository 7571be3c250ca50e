package clickcounter.distribution;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;

/**
 * A packed tar file. Everything in it is in one directory, so that it unpacks beside other files.
 */
final class TarFile implements Closeable {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int FILE_MODE = 0100644;
  private static final int PROGRAM_MODE = 0100755;

  private final String directory;
  private final TarArchiveOutputStream tar;

  TarFile(Path file, String directory) throws IOException {
    this.directory = directory;
    OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES);
    tar = new TarArchiveOutputStream(new GzipCompressorOutputStream(out, fast()), "UTF-8");
    tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
  }

  /** Nearly all of it is jars, which are packed already. */
  private static GzipParameters fast() {
    GzipParameters parameters = new GzipParameters();
    parameters.setCompressionLevel(Deflater.BEST_SPEED);
    parameters.setBufferSize(BUFFER_BYTES);
    return parameters;
  }

  void text(String name, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    TarArchiveEntry entry = new TarArchiveEntry(directory + "/" + name);
    entry.setSize(bytes.length);
    entry.setMode(FILE_MODE);
    tar.putArchiveEntry(entry);
    tar.write(bytes);
    tar.closeArchiveEntry();
  }

  /** A file that can be executed stays so. */
  void file(Path file, String inDirectory) throws IOException {
    String name = directory + "/" + inDirectory + "/" + file.getFileName();
    TarArchiveEntry entry = new TarArchiveEntry(name);
    entry.setSize(Files.size(file));
    entry.setModTime(Files.getLastModifiedTime(file));
    entry.setMode(Files.isExecutable(file) ? PROGRAM_MODE : FILE_MODE);
    tar.putArchiveEntry(entry);
    Files.copy(file, tar);
    tar.closeArchiveEntry();
  }

  void filesOf(Path from, String inDirectory) throws IOException {
    for (Path file : files(from)) {
      file(file, inDirectory);
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }

  @Override
  public void close() throws IOException {
    tar.close();
  }
}
