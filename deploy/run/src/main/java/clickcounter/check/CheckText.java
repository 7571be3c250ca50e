package clickcounter.check;

import clickcounter.check.Checks.Findings;
import clickcounter.check.Finding.Result;
import clickcounter.tools.common.Texts;
import java.io.PrintStream;

/** Prints findings for a person. */
public final class CheckText {
  private static final String ROW = "%-8s %-20s %s%n";

  private final PrintStream out;

  public CheckText(PrintStream out) {
    this.out = out;
  }

  public void print(Finding finding) {
    String word = finding.is(Result.FAULT) ? "FAULT" : finding.result().label();
    row(word, finding.name(), finding.found());
    if (finding.is(Result.FAULT)) {
      row("", "", "expected: " + finding.expected());
      if (!finding.settings().isEmpty()) {
        row("", "", "settings: " + finding.settings());
      }
    }
    out.flush();
  }

  private void row(String word, String name, String text) {
    out.printf(ROW, word, name, text);
  }

  /** The last line. */
  public void end(Findings findings) {
    long faults = findings.count(Result.FAULT);
    long unknown = findings.count(Result.UNKNOWN);
    if (faults == 0 && unknown == 0) {
      out.println("OK: all is as expected.");
    } else {
      out.println(
          Texts.count(faults, "fault") + (unknown == 0 ? "" : ", " + unknown + " not known"));
    }
    out.flush();
  }
}
