package clickcounter.tools.ship;

import clickcounter.cli.AtomicFile;
import clickcounter.tools.common.StateDirectory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.List;

/**
 * The file that says how far each file was sent, and where to. Its first line has a checksum of the
 * rest:
 *
 * <pre>
 * clicks-ship 2 9f86d081884c7d65…
 * queue clicks of tcp://broker1:61616
 * [{"fileKey":"(dev=fd00,ino=42)","path":"/var/log/clicks/a.ndjson","offset":123456,…}]
 * </pre>
 *
 * A crash leaves the old file or the new one, on the disk. A lock keeps a second process away.
 */
final class PositionFile implements Closeable {
  private static final String FORMAT = "clicks-ship 2 ";
  private static final JsonMapper JSON = new JsonMapper();
  private static final String RECOVERY =
      ". Nothing was sent. Delete it: every file is then sent again from its first line, and what"
          + " was counted is counted once";

  private final Path file;
  private final String target;
  private FileChannel lockChannel;

  /**
   * @param target names the queue and its broker, in one line
   */
  PositionFile(Path file, String target) {
    this.target = target;
    this.file = file.toAbsolutePath().normalize();
  }

  Path path() {
    return file;
  }

  /**
   * Takes the lock that {@link #close} or the end of the process releases.
   *
   * @throws InUseException if another process has it
   * @throws IOException if the lock file cannot be opened, for example on a full disk
   */
  void lock() throws IOException {
    StateDirectory.create(file.getParent());
    lockChannel =
        FileChannel.open(
            file.resolveSibling(file.getFileName() + ".lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
    FileLock lock;
    try {
      lock = lockChannel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      close();
      throw new InUseException(
          "another process ships with the position file "
              + file
              + ": end it, or name another --position");
    }
  }

  /** Another process has the lock. */
  static final class InUseException extends IOException {
    InUseException(String message) {
      super(message);
    }
  }

  /**
   * Reads what {@link #write} wrote; nothing if there is no file.
   *
   * @throws IOException saying what to do if the file cannot be read, is damaged, or is of another
   *     queue
   */
  List<Shipped> read() throws IOException {
    String text;
    try {
      text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new IOException("position file " + file + " cannot be read: " + e + RECOVERY, e);
    }
    int newline = text.indexOf('\n');
    if (!text.startsWith(FORMAT) || newline < 0) {
      throw new IOException(
          "position file "
              + file
              + " is damaged: expected it to begin with '"
              + FORMAT.strip()
              + "'"
              + RECOVERY);
    }
    String content = text.substring(newline + 1);
    String expected = text.substring(FORMAT.length(), newline);
    if (!expected.equals(Shipped.hash(content))) {
      throw new IOException(
          "position file "
              + file
              + " is damaged: its checksum is "
              + Shipped.hash(content)
              + ", expected "
              + expected
              + RECOVERY);
    }
    String json = content.substring(content.indexOf('\n') + 1);
    String of = content.substring(0, content.indexOf('\n') + 1).strip();
    if (!of.equals(target)) {
      throw new IOException(
          "position file "
              + file
              + " says what "
              + of
              + " was sent, this is "
              + target
              + ". Nothing was sent. Name another --position, or send every file once more with"
              + " --resend: what was counted is counted once");
    }
    try {
      return List.of(JSON.readValue(json, Shipped[].class));
    } catch (JsonProcessingException e) {
      throw new IOException(
          "position file " + file + " is damaged: " + e.getOriginalMessage() + RECOVERY, e);
    }
  }

  /** Forgets what was sent. */
  void delete() throws IOException {
    Files.deleteIfExists(file);
  }

  /** Replaces the file. If this fails, the old one stays. */
  void write(Collection<Shipped> all) throws IOException {
    StateDirectory.create(file.getParent());
    String content = target + "\n" + JSON.writeValueAsString(all);
    String text = FORMAT + Shipped.hash(content) + "\n" + content;
    AtomicFile.replacePrivate(file, text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException {
    if (lockChannel != null) {
      lockChannel.close();
      lockChannel = null;
    }
  }
}
