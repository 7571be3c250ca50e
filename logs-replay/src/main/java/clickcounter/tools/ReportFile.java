package clickcounter.tools;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * A report's file, opened before the work that it reports on, so that a wrong path fails at once.
 * Its old content stays until the report is written.
 */
final class ReportFile implements Closeable {
  private final Path path;
  private final boolean isNew;
  private final FileChannel file;
  private boolean written;

  private ReportFile(Path path, boolean isNew, FileChannel file) {
    this.path = path;
    this.isNew = isNew;
    this.file = file;
  }

  /**
   * Opens the file.
   *
   * @throws IOException naming the path, if it cannot be written
   */
  static ReportFile open(Path path) throws IOException {
    boolean isNew = !Files.exists(path);
    try {
      return new ReportFile(
          path, isNew, FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
    } catch (IOException e) {
      throw new IOException("the report " + path + " cannot be written; nothing was done: " + e, e);
    }
  }

  void write(Consumer<PrintWriter> body) throws IOException {
    if (Files.isRegularFile(path)) {
      file.truncate(0);
    }
    PrintWriter out = new PrintWriter(Channels.newWriter(file, StandardCharsets.UTF_8));
    body.accept(out);
    if (out.checkError()) {
      throw new IOException("could not write the report " + path);
    }
    written = true;
  }

  @Override
  public void close() throws IOException {
    file.close();
    if (isNew && !written) {
      Files.deleteIfExists(path);
    }
  }
}
