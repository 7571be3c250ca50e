package clickcounter.tools;

import clickcounter.tools.archive.Trouble;
import java.io.PrintStream;
import java.util.List;

/** Tells what was wrong with the files. */
final class TroubleText {
  private static final int MOST_SHOWN = 20;

  private TroubleText() {}

  static void print(List<Trouble> kept, long total, PrintStream out) {
    if (total == 0) {
      return;
    }
    out.println("In the files " + (total == 1 ? "this was" : "these were") + " not usable:");
    // Files that end early matter more than lines.
    List<Trouble> sorted = new java.util.ArrayList<>(kept);
    sorted.sort(java.util.Comparator.comparing(t -> t.kind() == Trouble.Kind.BAD_LINE));
    sorted.stream().limit(MOST_SHOWN).forEach(trouble -> out.println("  " + trouble));
    if (total > MOST_SHOWN) {
      out.println("  … and " + IdText.number(total - MOST_SHOWN) + " more");
    }
  }
}
