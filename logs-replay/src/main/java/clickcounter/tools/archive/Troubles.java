package clickcounter.tools.archive;

import clickcounter.cli.Texts;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Collects the problems of reading archives: all are counted, the first ones are kept. Thread-safe.
 */
public final class Troubles {
  private static final int MAX_PRINTED = 20;
  private static final int MAX_KEPT = 1_000;

  private final List<Trouble> kept = new ArrayList<>();

  private long badLinesBeyond;

  public synchronized void add(Trouble trouble) {
    // Truncated files are few and matter most.
    if (kept.size() < MAX_KEPT || trouble.kind() != Trouble.Kind.BAD_LINE) {
      kept.add(trouble);
    } else {
      badLinesBeyond++;
    }
  }

  /** The problems that were kept, in the order of files and lines. */
  public synchronized List<Trouble> kept() {
    List<Trouble> sorted = new ArrayList<>(kept);
    sorted.sort(Comparator.comparing(Trouble::file).thenComparingLong(Trouble::line));
    return sorted;
  }

  public synchronized long count(Trouble.Kind kind) {
    long beyond = kind == Trouble.Kind.BAD_LINE ? badLinesBeyond : 0;
    return beyond + kept.stream().filter(trouble -> trouble.kind() == kind).count();
  }

  public synchronized long total() {
    return kept.size() + badLinesBeyond;
  }

  /**
   * Whether every file was read to its end. A line that is no event, and the half line of a file
   * that is still being written, leave a file whole.
   */
  public boolean isWhole() {
    return kept().stream().noneMatch(Trouble::isBrokenOff);
  }

  /**
   * A part of an archive that is not an event, with its place.
   *
   * @param line the line's number, 1 for the first; 0 for the whole file
   */
  public record Trouble(Path file, long line, Kind kind, String detail) {
    /** What the problem means for the rest of the file. */
    public enum Kind {
      /** This line is skipped; all others are used. */
      BAD_LINE("bad line"),
      /** The last line is incomplete: after a crash, or in a file that is still being written. */
      HALF_LINE("half line"),
      /** The file ends or is damaged here; everything before is used. */
      CUT_OFF("cut off"),
      /** Nothing of the file is used. */
      UNREADABLE("unreadable");

      private final String label;

      Kind(String label) {
        this.label = label;
      }

      @JsonValue
      public String label() {
        return label;
      }
    }

    /** Whether it is not known what else the file has. A packed file ends with a whole line. */
    public boolean isBrokenOff() {
      return switch (kind) {
        case BAD_LINE -> false;
        case HALF_LINE -> ArchiveFiles.isPacked(file);
        case CUT_OFF, UNREADABLE -> true;
      };
    }

    @Override
    public String toString() {
      return file + (line == 0 ? "" : ":" + line) + ": " + kind.label() + ": " + detail;
    }
  }

  /** Lists what could not be used in the files, one a line; files that end early come first. */
  public void print(PrintStream out) {
    if (total() == 0) {
      return;
    }
    out.println("Unusable parts of the files:");
    kept().stream()
        .sorted(Comparator.comparing(trouble -> trouble.kind() == Trouble.Kind.BAD_LINE))
        .limit(MAX_PRINTED)
        .forEach(trouble -> out.println("  " + trouble));
    if (total() > MAX_PRINTED) {
      out.println("  … and " + Texts.number(total() - MAX_PRINTED) + " more");
    }
  }
}
