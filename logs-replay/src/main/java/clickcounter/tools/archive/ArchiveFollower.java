package clickcounter.tools.archive;

import clickcounter.tools.archive.ArchiveScan.ArchivedLineSink;
import clickcounter.tools.archive.ArchiveScan.ScanProgress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Reads an archive, and later what was written to it since: lines appended to files, and new files.
 * A compressed file that has grown, or a file that was replaced, may be read once more as a whole,
 * so its lines are delivered twice.
 */
public final class ArchiveFollower implements GrowingArchive {
  /** Lists the files that exist now. */
  @FunctionalInterface
  public interface FileList {
    List<Path> files() throws IOException;
  }

  /** A file as it was just before it was read, and where its next lines would begin. */
  private record ReadState(Object key, long bytes, FilePart next) {
    boolean isOf(BasicFileAttributes now) {
      return key != null && key.equals(now.fileKey());
    }
  }

  private final FileList fileList;
  private final int threads;
  private final Troubles troubles;
  private final Map<Path, ReadState> states = new ConcurrentHashMap<>();
  private int files;

  public ArchiveFollower(FileList fileList, int threads, Troubles troubles) {
    this.fileList = fileList;
    this.threads = threads;
    this.troubles = troubles;
  }

  @Override
  public <S extends ArchivedLineSink> List<S> read(Supplier<S> sinks, ScanProgress progress) {
    if (!states.isEmpty()) { // it was read before, as a whole
      states.clear();
      troubles.clear();
    }
    List<S> used = scan(changed(), sinks, progress);
    files = states.size();
    return used;
  }

  @Override
  public void readMore(List<? extends ArchivedLineSink> sinks) {
    List<FilePart> parts = changed();
    if (!parts.isEmpty()) {
      Iterator<? extends ArchivedLineSink> next = sinks.iterator();
      scan(parts, next::next, ScanProgress.NONE);
    }
  }

  /** The number of files of the first reading. */
  public int files() {
    return files;
  }

  private <S extends ArchivedLineSink> List<S> scan(
      List<FilePart> parts, Supplier<S> sinks, ScanProgress progress) {
    return new ArchiveScan(parts, threads, troubles, progress, this::ended).run(sinks);
  }

  private void ended(FilePart next) {
    states.computeIfPresent(
        next.file(), (file, state) -> new ReadState(state.key(), state.bytes(), next));
  }

  private List<FilePart> changed() {
    List<FilePart> parts = new ArrayList<>();
    for (Path file : listed()) {
      FilePart part = changed(file);
      if (part != null) {
        parts.add(part);
      }
    }
    return parts;
  }

  private List<Path> listed() {
    try {
      return fileList.files();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The part of the file that is new; null for none. */
  private FilePart changed(Path file) {
    ReadState before = states.get(file);
    BasicFileAttributes now;
    try {
      now = Files.readAttributes(file, BasicFileAttributes.class);
    } catch (IOException e) {
      // Reading it will report the error; once is enough.
      return states.putIfAbsent(file, new ReadState(null, 0, FilePart.whole(file))) == null
          ? FilePart.whole(file)
          : null;
    }
    FilePart part = FilePart.whole(file);
    if (before != null) {
      if (before.isOf(now) && before.bytes() == now.size()) {
        return null;
      }
      // A line that was incomplete then is read once more.
      troubles.forgetUnfinished(file);
      if (before.isOf(now) && now.size() >= before.next().fromByte()) {
        part = before.next();
      }
    }
    states.put(file, new ReadState(now.fileKey(), now.size(), part));
    return part;
  }

  /**
   * A file from a given line on.
   *
   * @param fromByte where the line begins in the uncompressed content
   * @param firstLine the line's number, 1 for the file's first
   */
  record FilePart(Path file, long fromByte, long firstLine) {
    static FilePart whole(Path file) {
      return new FilePart(file, 0, 1);
    }
  }
}
