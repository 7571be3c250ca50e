package clickcounter.tools.archive;

import java.nio.file.Path;

/**
 * Something in an archive that is not an event, with its place.
 *
 * @param line the line's number, 1 for the first; 0 when the whole file is meant
 */
public record Trouble(Path file, long line, Kind kind, String detail) {
  /** What the trouble means for the rest of the file. */
  public enum Kind {
    /** This line is left out; all others are used. */
    BAD_LINE("bad line"),
    /** The last line was not finished: a crash, or a file that is still being written. */
    HALF_LINE("half line"),
    /** The file ends or is damaged here; everything before is used. */
    CUT_OFF("cut off"),
    /** Nothing of the file is used. */
    UNREADABLE("unreadable");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }

  @Override
  public String toString() {
    return file + (line == 0 ? "" : ":" + line) + ": " + kind.label() + ": " + detail;
  }
}
