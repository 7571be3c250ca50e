package clickcounter.tools.archive;

import java.nio.file.Path;

/**
 * A file from some line on.
 *
 * @param fromByte where the line begins; not 0 only of plain files
 * @param firstLine the line's number, 1 for the file's first
 */
record FilePart(Path file, long fromByte, long firstLine) {
  static FilePart whole(Path file) {
    return new FilePart(file, 0, 1);
  }
}
