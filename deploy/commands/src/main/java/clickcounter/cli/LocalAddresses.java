package clickcounter.cli;

import clickcounter.settings.GivenSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * That {@code clicks local} runs, and where its metrics are. It saves this in its directory, so
 * that commands in another terminal find it:
 *
 * <pre>
 * startedAtMs=1383146743512
 * metrics=http://127.0.0.1:36213/metrics
 * </pre>
 *
 * <p>The process holds a lock on the file as long as it lives: a file without a lock is of one that
 * was killed.
 *
 * @param startedAtMs when its topology had started
 * @param metrics of its only worker
 */
public record LocalAddresses(long startedAtMs, URI metrics) {
  private static final String FILE = "running.properties";

  /**
   * Those of this process, by directory. It never opens their files again: the system gives up the
   * locks of a process when it closes any channel of the file.
   */
  private static final Map<Path, Held> HELD = new HashMap<>();

  private record Held(LocalAddresses addresses, FileChannel lock) {}

  /**
   * Saves it, until {@link #forget} or the end of the process. The file is locked before it has its
   * name, so that nobody who looks at it is in the way.
   */
  public void save(Path dir) throws IOException {
    synchronized (HELD) {
      Path directory = dir.toRealPath();
      Path fresh = directory.resolve(FILE + ".new");
      Files.deleteIfExists(fresh);
      FileChannel lock =
          FileChannel.open(fresh, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      String text = "startedAtMs=%d\nmetrics=%s\n".formatted(startedAtMs, metrics);
      lock.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
      lock.lock();
      Files.move(
          fresh,
          directory.resolve(FILE),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      HELD.put(directory, new Held(this, lock));
    }
  }

  /** Deletes what says that this process runs with this directory, if anything does. */
  public static void forget(Path dir) throws IOException {
    synchronized (HELD) {
      if (!Files.exists(dir)) {
        return;
      }
      Path directory = dir.toRealPath();
      Held held = HELD.remove(directory);
      if (held != null) {
        SystemHere.forget(directory);
        Files.deleteIfExists(directory.resolve(FILE));
        held.lock.close();
      }
    }
  }

  /**
   * The addresses of the one that runs with this directory; none if it has ended.
   *
   * @throws IOException naming the file, if it cannot be read
   */
  public static Optional<LocalAddresses> in(Path dir) throws IOException {
    Path file = dir.resolve(FILE);
    synchronized (HELD) {
      if (!Files.exists(file)) {
        return Optional.empty();
      }
      Held own = HELD.get(dir.toRealPath());
      return own != null ? Optional.of(own.addresses) : ofOthers(file);
    }
  }

  private static Optional<LocalAddresses> ofOthers(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      if (channel.tryLock(0, Long.MAX_VALUE, true) != null) {
        return Optional.empty();
      }
      Properties properties = new Properties();
      properties.load(Channels.newInputStream(channel));
      return Optional.of(
          new LocalAddresses(
              Long.parseLong(properties.getProperty("startedAtMs")),
              URI.create(properties.getProperty("metrics"))));
    } catch (NoSuchFileException e) {
      return Optional.empty(); // It has just ended.
    } catch (IOException e) {
      throw new IOException(
          "cannot tell whether clicks local runs: " + file + " cannot be read or locked: " + e, e);
    }
  }

  /**
   * The addresses that these settings name, if they are those of a running {@code clicks local}.
   *
   * @throws IOException naming the file, if it cannot be read
   */
  public static Optional<LocalAddresses> of(GivenSettings settings) throws IOException {
    Optional<Path> directory = directory(settings);
    return directory.isPresent() ? in(directory.get()) : Optional.empty();
  }

  /** The directory of the settings file, in which a {@code clicks local} may run. */
  public static Optional<Path> directory(GivenSettings settings) {
    return settings.system().or(settings::file).map(file -> file.toAbsolutePath().getParent());
  }

  /** A file that is there while the topology that runs with this directory is to be paused. */
  public static Path pauseFile(Path directory) {
    return directory.resolve("paused");
  }
}
