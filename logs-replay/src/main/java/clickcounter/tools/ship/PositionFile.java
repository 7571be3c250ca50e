package clickcounter.tools.ship;

import clickcounter.cli.AtomicFile;
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
 * The file that says how far each file was sent. Its first line has a checksum of the rest:
 *
 * <pre>
 * clicks-ship 1 9f86d081884c7d65…
 * [{"fileKey":"(dev=fd00,ino=42)","path":"/var/log/clicks/a.ndjson","offset":123456,…}]
 * </pre>
 *
 * A crash leaves the old file or the new one, on the disk. A lock keeps a second process away.
 */
final class PositionFile implements Closeable {
  private static final String FORMAT = "clicks-ship 1 ";
  private static final JsonMapper JSON = new JsonMapper();
  private static final String RECOVERY =
      ". Nothing was sent. Delete it: every file is then sent again from its first line, and what"
          + " was counted is counted once";

  private final Path file;
  private FileChannel lockChannel;

  PositionFile(Path file) {
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
    Files.createDirectories(file.getParent());
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
   * @throws IOException saying what to do if the file cannot be read or is damaged
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
    String json = text.substring(newline + 1);
    String expected = text.substring(FORMAT.length(), newline);
    if (!expected.equals(Shipped.hash(json))) {
      throw new IOException(
          "position file "
              + file
              + " is damaged: its checksum is "
              + Shipped.hash(json)
              + ", expected "
              + expected
              + RECOVERY);
    }
    try {
      return List.of(JSON.readValue(json, Shipped[].class));
    } catch (JsonProcessingException e) {
      throw new IOException(
          "position file " + file + " is damaged: " + e.getOriginalMessage() + RECOVERY, e);
    }
  }

  /** Replaces the file. If this fails, the old one stays. */
  void write(Collection<Shipped> all) throws IOException {
    Files.createDirectories(file.getParent());
    String json = JSON.writeValueAsString(all);
    byte[] bytes = (FORMAT + Shipped.hash(json) + "\n" + json).getBytes(StandardCharsets.UTF_8);
    AtomicFile.replace(file, bytes);
  }

  @Override
  public void close() throws IOException {
    if (lockChannel != null) {
      lockChannel.close();
      lockChannel = null;
    }
  }
}
