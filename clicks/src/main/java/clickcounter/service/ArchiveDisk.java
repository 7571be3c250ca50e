package clickcounter.service;

import java.io.IOException;
import java.nio.file.Path;

/** The file system as an archive sees it. Tests replace it to fill the disk. */
public interface ArchiveDisk {
  /**
   * Creates the file and, if needed, its directory.
   *
   * @param durable whether the file's name has to survive a loss of power
   * @throws java.nio.file.FileAlreadyExistsException when a file of this name exists; it is left
   *     alone
   */
  AppendFile create(Path path, boolean durable) throws IOException;
}
