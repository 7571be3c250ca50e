package clickcounter.tools.rejects;

import clickcounter.cli.Progress;
import clickcounter.cli.Terminal;
import clickcounter.tools.common.Texts;

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
}
