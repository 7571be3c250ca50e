package clickcounter.drill;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Locks of this machine, each held until it is closed or its program ends. */
final class FileLocks {
  private FileLocks() {}

  /**
   * Takes a lock.
   *
   * @throws IOException if another drill holds it
   */
  static FileChannel take(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // This program holds it.
    }
    channel.close();
    throw new IOException("another drill on this machine holds " + file + ": wait for its end");
  }
}
