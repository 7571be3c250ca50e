package clickcounter.tools.ship;

import clickcounter.cli.AtomicFile;
import clickcounter.cli.IoErrors;
import clickcounter.cli.LockFile;
import clickcounter.cli.StateDirectory;
import clickcounter.tools.archive.FileState;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What was sent of each file, by the file's key, and the JSON file that keeps it for the next
 * process. A position is saved only when the broker has confirmed every line before it. A position
 * file that cannot be written is written later: meanwhile lines are sent all the same. A lock keeps
 * a second process away.
 *
 * <p>Not thread-safe.
 */
public final class Positions implements Closeable {
  private static final String FORMAT = "clicks-ship 6";

  /** A save writes what is known of all files. */
  private static final long SAVE_EVERY_NS = TimeUnit.SECONDS.toNanos(10);

  private static final JsonMapper JSON =
      JsonMapper.builder().disable(MapperFeature.AUTO_DETECT_IS_GETTERS).build();

  private final Path file;
  private final String target;
  private final LongSupplier clockNs;
  private final Consumer<String> log;
  private final FileChannel lock;

  /** What the broker has. */
  private final Map<String, FileState> confirmed = new TreeMap<>();

  /** What was handed to the broker since. */
  private final Map<String, FileState> pending = new HashMap<>();

  private boolean isCurrent = true;

  private boolean fails;
  private long failures;
  private long savedNs;

  private record Saved(String format, String target, Collection<FileState> files) {
    Saved {
      if (!FORMAT.equals(format)) {
        throw new IllegalArgumentException("expected the format '" + FORMAT + "', got " + format);
      }
      Objects.requireNonNull(target, "target");
      Objects.requireNonNull(files, "files");
    }
  }

  /**
   * Takes the lock of the file and reads it.
   *
   * @param target the queue and its broker, in one line
   * @param isForgotten whether to begin again, whatever is saved
   * @throws IOException if the file is damaged or of another queue, or another process uses it
   */
  Positions(
      Path file, String target, boolean isForgotten, LongSupplier clockNs, Consumer<String> log)
      throws IOException {
    this.file = file.toAbsolutePath().normalize();
    this.target = target;
    this.clockNs = clockNs;
    this.log = log;
    savedNs = clockNs.getAsLong();
    lock =
        LockFile.lock(
            this.file.resolveSibling(this.file.getFileName() + ".lock"),
            "another process ships with " + this.file + ", --position names another file");
    try {
      if (isForgotten) {
        Files.deleteIfExists(this.file);
      }
      read().forEach(sent -> confirmed.put(sent.key(), sent));
    } catch (IOException e) {
      lock.close();
      throw e;
    }
  }

  /** The position file of the current user for what this describes: a queue and directories. */
  static Path ofUser(String task) {
    UUID name = UUID.nameUUIDFromBytes(task.getBytes(StandardCharsets.UTF_8));
    return StateDirectory.OWN.path().resolve("ship-" + name + ".positions");
  }

  private Collection<FileState> read() throws IOException {
    Saved saved;
    try {
      saved = JSON.readValue(Files.readAllBytes(file), Saved.class);
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (JsonProcessingException e) {
      throw refused("is damaged or of another version: " + IoErrors.reason(e), e);
    } catch (IOException e) {
      throw refused("cannot be read: " + IoErrors.reason(e), e);
    }
    if (!saved.target().equals(target)) {
      throw new IOException(
          ("position file %s says what %s was sent, this is %s. Nothing was sent. Name another"
                  + " --position, or send every file once more with --resend: what was counted is"
                  + " counted once")
              .formatted(file, saved.target(), target));
    }
    return saved.files();
  }

  private IOException refused(String why, Exception cause) {
    return new IOException(
        ("position file %s %s. Nothing was sent. Delete it: every file is then sent again from its"
                + " first line, and what was counted is counted once")
            .formatted(file, why),
        cause);
  }

  /** Null if nothing is known of this file. */
  FileState get(String fileKey) {
    FileState handedOut = pending.get(fileKey);
    return handedOut == null ? confirmed.get(fileKey) : handedOut;
  }

  /** What the broker has of this file; null for nothing. */
  FileState confirmed(String fileKey) {
    return confirmed.get(fileKey);
  }

  /** Remembers how far a file was sent, to be saved once the broker has confirmed it. */
  void put(FileState sent) {
    pending.put(sent.key(), sent);
  }

  /** Whether the broker may not have all lines before the positions. */
  boolean isPending() {
    return !pending.isEmpty();
  }

  /** The broker has all lines before the positions. */
  void confirm() {
    isCurrent &= pending.isEmpty();
    confirmed.putAll(pending);
    pending.clear();
  }

  /** Forgets what is not confirmed: it is sent again. */
  void forgetPending() {
    pending.clear();
  }

  /** Forgets all other files: they are gone. */
  void retain(Set<String> fileKeys) {
    isCurrent &= !confirmed.keySet().retainAll(fileKeys);
  }

  /** Whether ten seconds have passed since the last save. */
  boolean isDue() {
    return clockNs.getAsLong() - savedNs >= SAVE_EVERY_NS;
  }

  /** Writes what is confirmed, if the file does not say it. */
  void save() {
    if (isCurrent) {
      return;
    }
    savedNs = clockNs.getAsLong();
    try {
      Saved saved = new Saved(FORMAT, target, confirmed.values());
      AtomicFile.replacePrivate(file, JSON.writeValueAsBytes(saved));
      isCurrent = true;
      fails = false;
    } catch (IOException e) {
      failures++;
      if (!fails) {
        fails = true;
        log.accept(
            ("position file %s. Trying again. Lines go on being sent; after a restart they are sent"
                    + " once more, and counted once")
                .formatted(IoErrors.message(e)));
      }
    }
  }

  /** Whether the file says all that was sent. */
  boolean isSaved() {
    return isCurrent && pending.isEmpty();
  }

  /** How often the file could not be written. */
  long failures() {
    return failures;
  }

  /** Saves what is confirmed, and releases the file. */
  @Override
  public void close() throws IOException {
    save();
    lock.close();
  }
}
