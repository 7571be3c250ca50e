package clickcounter.cli;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that is locked by who works on the files beside it. */
public final class LockFile {
  private LockFile() {}

  /**
   * Locks a file until the channel is closed. Makes the file if there is none.
   *
   * @return null if somebody holds it, this process too
   * @throws IOException naming the file, if it cannot be locked
   */
  public static FileChannel tryLock(Path file) throws IOException {
    AtomicFile.makeDirectories(file);
    FileChannel lock = null;
    try {
      lock = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (lock.tryLock() != null) {
        return lock;
      }
    } catch (OverlappingFileLockException e) {
      // Held by this process.
    } catch (IOException e) {
      throw new IOException(file + " cannot be locked: " + IoErrors.reason(e), e);
    }
    lock.close();
    return null;
  }

  /**
   * The same for a command that changes nothing if somebody holds it.
   *
   * @param other says who that is, for the message
   * @throws IOException if somebody holds it, or it cannot be locked
   */
  public static FileChannel lock(Path file, String other) throws IOException {
    FileChannel lock = tryLock(file);
    if (lock == null) {
      throw new IOException(
          other
              + ": expected one at a time. This one has changed nothing. Wait for the other one, and"
              + " run it again");
    }
    return lock;
  }
}
