package clickcounter.service;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The real file system. */
final class RealDisk implements ArchiveDisk {
  @Override
  public AppendFile create(Path path, boolean durable) throws IOException {
    Path directory = path.toAbsolutePath().getParent();
    Files.createDirectories(directory);
    // Creates exclusively: when two services draw the same name, one gets an exception and no file
    // is shared.
    Files.createFile(path);
    AppendFile file = open(path);
    if (durable) {
      force(directory);
    }
    return file;
  }

  static AppendFile open(Path existing) throws IOException {
    return new DiskFile(new RandomAccessFile(existing.toFile(), "rw"));
  }

  private static void force(Path directory) throws IOException {
    try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
      names.force(true);
    }
  }

  /* Not a FileChannel: an interrupt of one service thread would close it for all threads. */
  private record DiskFile(RandomAccessFile file) implements AppendFile {
    @Override
    public void append(byte[] bytes) throws IOException {
      file.write(bytes);
    }

    @Override
    public void truncate(long lengthBytes) throws IOException {
      file.setLength(lengthBytes);
      file.seek(lengthBytes);
    }

    @Override
    public void force() throws IOException {
      file.getFD().sync();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
