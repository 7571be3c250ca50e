package clickcounter.tools.ship;

import clickcounter.cli.AtomicFile;
import clickcounter.cli.IoErrors;
import clickcounter.tools.common.StateDirectory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * The file that says how far each file was sent, and where to. Its first line names the queue. Each
 * other line begins with a checksum of its rest, and the last line about a file counts:
 *
 * <pre>
 * clicks-ship 3 queue clicks of tcp://broker1:61616
 * 9f86d081 {"fileKey":"(dev=fd00,ino=42)","path":"/var/log/clicks/a.ndjson","prefix":{…},…}
 * </pre>
 *
 * What changed is appended. A crash meanwhile leaves a last line without its newline, which is
 * passed over. A lock keeps a second process away.
 */
final class PositionFile implements Closeable {
  private static final String FORMAT = "clicks-ship 3 ";
  private static final int CHECKSUM_CHARS = 8;
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

  /** The position file of the current user for what this describes: a queue and directories. */
  static Path ofUser(String task) {
    long hash = 0;
    for (int i = 0; i < task.length(); i++) {
      hash = hash * 1_000_003 + task.charAt(i);
    }
    return StateDirectory.path().resolve("ship-" + Long.toHexString(hash) + ".positions");
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
    AtomicFile.makeDirectories(file);
    lockChannel =
        FileChannel.open(
            file.resolveSibling(file.getFileName() + ".lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
    if (!isLocked()) {
      close();
      throw new InUseException(
          "another process ships with the position file "
              + file
              + ": end it, or name another --position");
    }
  }

  private boolean isLocked() throws IOException {
    try {
      return lockChannel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** Another process has the lock. */
  static final class InUseException extends IOException {
    InUseException(String message) {
      super(message);
    }
  }

  /**
   * Reads what was written, by the file's key; nothing if there is no file.
   *
   * @throws IOException saying what to do if the file cannot be read, is damaged, or is of another
   *     queue
   */
  Map<String, Sent> read() throws IOException {
    String text;
    try {
      text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      return Map.of();
    } catch (IOException e) {
      throw new IOException(
          "position file " + file + " cannot be read: " + IoErrors.reason(e) + RECOVERY, e);
    }
    int from = text.indexOf('\n') + 1;
    if (!text.startsWith(FORMAT) || from == 0) {
      throw damaged(
          "or of another version: expected it to begin with '" + FORMAT.strip() + "'", null);
    }
    requireTarget(text.substring(FORMAT.length(), from - 1));
    Map<String, Sent> last = new LinkedHashMap<>();
    for (int to = text.indexOf('\n', from); to >= 0; to = text.indexOf('\n', from)) {
      Sent sent = sent(text.substring(from, to));
      last.put(sent.fileKey(), sent);
      from = to + 1;
    }
    return last;
  }

  private IOException damaged(String how, Exception cause) {
    return new IOException("position file " + file + " is damaged " + how + RECOVERY, cause);
  }

  private void requireTarget(String of) throws IOException {
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
  }

  private Sent sent(String line) throws IOException {
    String json = line.substring(Math.min(line.length(), CHECKSUM_CHARS + 1));
    if (!line.equals(line(json))) {
      throw damaged("in the line '" + line + "': its checksum is another one", null);
    }
    try {
      return JSON.readValue(json, Sent.class);
    } catch (JsonProcessingException e) {
      throw damaged("in the line '" + line + "': " + e.getOriginalMessage(), e);
    }
  }

  private static String line(String json) {
    CRC32 checksum = new CRC32();
    checksum.update(json.getBytes(StandardCharsets.UTF_8));
    return String.format("%08x %s", checksum.getValue(), json);
  }

  /** Forgets what was sent. */
  void delete() throws IOException {
    Files.deleteIfExists(file);
  }

  /** Replaces the file. If this fails, the old one stays. */
  void replace(Collection<Sent> all) throws IOException {
    AtomicFile.makeDirectories(file);
    AtomicFile.replacePrivate(file, bytes(FORMAT + target + "\n", all));
  }

  /** Appends to the file. If this fails, it has to be replaced. */
  void append(Collection<Sent> changed) throws IOException {
    ByteBuffer lines = ByteBuffer.wrap(bytes("", changed));
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.APPEND)) {
      while (lines.hasRemaining()) {
        channel.write(lines);
      }
      channel.force(false);
    } catch (IOException e) {
      throw new IOException(file + " cannot be written: " + IoErrors.reason(e), e);
    }
  }

  private static byte[] bytes(String begin, Collection<Sent> all) throws IOException {
    StringBuilder text = new StringBuilder(begin);
    for (Sent sent : all) {
      text.append(line(JSON.writeValueAsString(sent))).append('\n');
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    if (lockChannel != null) {
      lockChannel.close();
      lockChannel = null;
    }
  }
}
