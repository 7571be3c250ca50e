package clickcounter.tools.ship;

import clickcounter.cli.AtomicFile;
import clickcounter.cli.IoErrors;
import clickcounter.tools.archive.FileState;
import clickcounter.tools.common.StateDirectory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.CRC32;

/**
 * The file that says how far each file was sent, and where to. Its first line names the queue. Each
 * other line begins with a checksum of its rest, and the last line about a file counts:
 *
 * <pre>
 * clicks-ship 4 queue clicks of tcp://broker1:61616
 * 9f86d081 {"file":"/var/log/clicks/a.ndjson","key":"(dev=fd00,ino=42)",…}
 * </pre>
 *
 * What changed is appended. A crash meanwhile leaves a last line without its newline, which is
 * passed over. A lock keeps a second process away.
 */
final class PositionFile implements Closeable {
  private static final String FORMAT = "clicks-ship 4 ";
  private static final int CHECKSUM_CHARS = 8;
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(MapperFeature.AUTO_DETECT_IS_GETTERS).build();
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
   * @param log is told if there can be no lock, for example on a full disk
   * @throws IOException if another process has it
   */
  void lock(Consumer<String> log) throws IOException {
    try {
      AtomicFile.makeDirectories(file);
      Path lock = file.resolveSibling(file.getFileName() + ".lock");
      lockChannel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (lockChannel.tryLock() != null) {
        return;
      }
    } catch (OverlappingFileLockException e) {
      // Held by this process.
    } catch (IOException e) {
      log.accept(
          "the position file cannot be locked ("
              + IoErrors.message(e)
              + "): do not start a second process with it");
      return;
    }
    close();
    throw new IOException(
        "another process ships with the position file "
            + file
            + ": end it, or name another --position");
  }

  /**
   * Reads what was written, by the file's key; nothing if there is no file.
   *
   * @throws IOException saying what to do if the file cannot be read, is damaged, or is of another
   *     queue
   */
  Map<String, FileState> read() throws IOException {
    String text;
    try {
      text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      return Map.of();
    } catch (IOException e) {
      throw refused("cannot be read: " + IoErrors.reason(e), e);
    }
    List<String> lines = text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    if (lines.isEmpty() || !lines.get(0).startsWith(FORMAT)) {
      throw refused(
          "is damaged or of another version: expected it to begin with '" + FORMAT.strip() + "'",
          null);
    }
    requireTarget(lines.get(0).substring(FORMAT.length()));
    Map<String, FileState> last = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      FileState sent = sent(line);
      last.put(sent.key(), sent);
    }
    return last;
  }

  private IOException refused(String why, Exception cause) {
    return new IOException("position file " + file + " " + why + RECOVERY, cause);
  }

  private void requireTarget(String of) throws IOException {
    if (!of.equals(target)) {
      throw new IOException(
          ("position file %s says what %s was sent, this is %s. Nothing was sent. Name"
                  + " another --position, or send every file once more with --resend: what was counted"
                  + " is counted once")
              .formatted(file, of, target));
    }
  }

  private FileState sent(String line) throws IOException {
    String json = line.substring(Math.min(line.length(), CHECKSUM_CHARS + 1));
    if (!line.equals(line(json))) {
      throw refused("is damaged in the line '" + line + "': its checksum is another one", null);
    }
    try {
      return JSON.readValue(json, FileState.class);
    } catch (JsonProcessingException e) {
      throw refused("is damaged in the line '" + line + "': " + e.getOriginalMessage(), e);
    }
  }

  private static String line(String json) {
    CRC32 checksum = new CRC32();
    checksum.update(json.getBytes(StandardCharsets.UTF_8));
    return String.format("%08x %s", checksum.getValue(), json);
  }

  /** Replaces the file. If this fails, the old one stays. */
  void replace(Collection<FileState> all) throws IOException {
    AtomicFile.makeDirectories(file);
    AtomicFile.replacePrivate(file, bytes(FORMAT + target + "\n", all));
  }

  /** Appends to the file. If this fails, it has to be replaced. */
  void append(Collection<FileState> changed) throws IOException {
    try {
      Files.write(file, bytes("", changed), StandardOpenOption.APPEND, StandardOpenOption.DSYNC);
    } catch (IOException e) {
      throw new IOException(file + " cannot be written: " + IoErrors.reason(e), e);
    }
  }

  private static byte[] bytes(String begin, Collection<FileState> all) throws IOException {
    StringBuilder text = new StringBuilder(begin);
    for (FileState sent : all) {
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
