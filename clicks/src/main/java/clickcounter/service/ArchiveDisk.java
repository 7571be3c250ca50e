package clickcounter.service;

import java.io.IOException;
import java.nio.file.Path;

/** What an archive needs of a file system: a seam, so that tests can fill the disk. */
public interface ArchiveDisk {
  /**
   * Creates the file and, if need be, its directory.
   *
   * @param durable whether the file's name has to survive a loss of power
   * @throws java.nio.file.FileAlreadyExistsException when there is one of this name: it is left
   *     alone
   */
  AppendFile create(Path path, boolean durable) throws IOException;
}
