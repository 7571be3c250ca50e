package clickcounter.cli;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Replaces a file as a whole. Whatever happens, a crash or a power failure too, there is the old
 * file or the new one, and after {@link #commit} the new one. Until then the new content is in
 * {@code FILE.new}, which a killed process leaves and the next one replaces. Two processes must not
 * replace one file at the same time.
 *
 * <p>A link stays, and its target is replaced. What is no regular file, such as {@code
 * /dev/stdout}, is written to directly.
 */
public final class AtomicFile implements Closeable {
  private static final Set<OpenOption> FRESH =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

  private final Path file;

  /** Null if the file is written to directly. */
  private final Path fresh;

  private final FileChannel channel;
  private final OutputStream out;
  private boolean committed;

  private AtomicFile(Path file, Path fresh, FileChannel channel) {
    this.file = file;
    this.fresh = fresh;
    this.channel = channel;
    this.out = Channels.newOutputStream(channel);
  }

  /**
   * Begins to replace a file, of which nothing changes yet.
   *
   * @throws IOException naming the file, if it cannot be written
   */
  public static AtomicFile open(Path file) throws IOException {
    return open(file, new FileAttribute<?>[0]);
  }

  private static AtomicFile open(Path file, FileAttribute<?>[] attributes) throws IOException {
    try {
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        return new AtomicFile(file, null, FileChannel.open(file, StandardOpenOption.WRITE));
      }
      Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
      Path fresh = target.resolveSibling(target.getFileName() + ".new");
      Files.deleteIfExists(fresh);
      return new AtomicFile(target, fresh, FileChannel.open(fresh, FRESH, attributes));
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  private static IOException failed(Path file, IOException e) {
    String oldContent = Files.exists(file) ? ", its old content stays" : "";
    boolean lacksDirectory = e instanceof NoSuchFileException && !Files.exists(file);
    String why = lacksDirectory ? "its directory is not there" : IoErrors.reason(e);
    return new IOException(file + " cannot be written" + oldContent + ": " + why, e);
  }

  /**
   * Makes the directories above a file.
   *
   * @throws IOException naming the file, if they cannot be made
   */
  public static void makeDirectories(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new IOException(
          "%s cannot be written: the directory %s cannot be made: %s"
              .formatted(file, directory, IoErrors.reason(e)),
          e);
    }
  }

  /** Replaces the file. If this fails, the old one stays. */
  public static void replace(Path file, byte[] content) throws IOException {
    replace(open(file), content);
  }

  /** Replaces the file by one that its owner alone may read. If this fails, the old one stays. */
  public static void replacePrivate(Path file, byte[] content) throws IOException {
    replace(open(file, ownerOnly(file)), content);
  }

  private static void replace(AtomicFile opened, byte[] content) throws IOException {
    try (AtomicFile replaced = opened) {
      replaced.write(content);
      replaced.commit();
    }
  }

  /** The attributes of a new file that its owner alone may read, as far as there are owners. */
  public static FileAttribute<?>[] ownerOnly(Path file) {
    boolean isPosix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    return isPosix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  public void write(byte[] content) throws IOException {
    try {
      out.write(content);
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  /** Gives the file its new content, which is on the disk afterwards. */
  public void commit() throws IOException {
    if (fresh != null) {
      try {
        channel.force(true);
        move(fresh, file);
      } catch (IOException e) {
        throw failed(file, e);
      }
    }
    committed = true;
  }

  /**
   * Gives a file or a directory another name in one step, and replaces the file of that name. The
   * name is on the disk afterwards.
   */
  public static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    forceNames(to.toAbsolutePath().getParent());
  }

  /** Makes sure that a file that another library wrote is on the disk. */
  public static void force(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    forceNames(file.toAbsolutePath().getParent());
  }

  /** The names in a directory are on the disk afterwards. */
  public static void forceNames(Path directory) throws IOException {
    try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
      names.force(true);
    }
  }

  /** Without {@link #commit} the old file stays. */
  @Override
  public void close() throws IOException {
    channel.close();
    if (fresh != null && !committed) {
      Files.deleteIfExists(fresh);
    }
  }
}
