package clickcounter.tools.rejects;

import clickcounter.cli.Progress;
import clickcounter.cli.Terminal;
import clickcounter.tools.common.Texts;
import java.nio.file.Path;

/** What the commands about rejected lines print alike. */
final class RejectsOutput {
  private RejectsOutput() {}

  /** The queue may have more lines than were read. */
  static void warnIfCutShort(Terminal terminal, Rejects.Done done) {
    if (done.isCutShort()) {
      terminal
          .err()
          .println(
              "rejects: only the first "
                  + Texts.number(done.read())
                  + " lines of the queue were read. Send these again or remove them; then run the"
                  + " same command again");
    }
  }

  static Progress progress(Terminal terminal) {
    return Progress.of(terminal, "rejects", "lines", 0); // their number is not known
  }

  /**
   * @param done lines that were sent or removed
   */
  record DoneJson(
      long read,
      long done,
      long left,
      long repeated,
      long cameBack,
      boolean cutShort,
      boolean dryRun,
      Path file) {
    static DoneJson of(Rejects.Done done, boolean dryRun, Path file) {
      return new DoneJson(
          done.read(),
          done.done(),
          done.left(),
          done.repeated(),
          done.cameBack(),
          done.isCutShort(),
          dryRun,
          file);
    }
  }
}
