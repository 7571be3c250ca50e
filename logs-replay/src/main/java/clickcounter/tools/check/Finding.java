package clickcounter.tools.check;

import clickcounter.cli.ExitCode;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * One thing in the archives that a service's author is to know; as JSON has it.
 *
 * @param place a file and the byte of its content, an event or a counter
 * @param detail what was found, what it does, and how it is put right
 */
record Finding(Kind kind, Weight weight, String place, String detail) {
  /** How much a finding weighs, and what a check says whose gravest finding weighs so. */
  enum Weight {
    /** The archives could not be judged. */
    UNREADABLE(ExitCode.FAILED, "NO VERDICT: files are damaged, see above."),
    /** Events are not counted, or not as they were meant. */
    WRONG(ExitCode.WRONG, "WRONG: not everything that is written counts what it should."),
    /** Events are missing, or the archive is not finished. */
    MISSING(
        ExitCode.MISSING,
        "MISSING: everything that is written is counted, but something is missing."),
    /** Harmless, and perhaps not intended. */
    HINT(ExitCode.OK, "FINE: what is written is what is counted.");

    final int status;
    final String verdict;

    Weight(int status, String verdict) {
      this.status = status;
      this.verdict = verdict;
    }
  }

  enum Kind {
    UNREADABLE("unreadable file", Weight.UNREADABLE),
    CUT_OFF("damaged file", Weight.UNREADABLE),
    BAD_LINE("no event", Weight.WRONG),
    DIFFERENT("number twice, different content", Weight.WRONG),
    TIME("implausible time", Weight.WRONG),
    AFTER_CLOSE("after the close", Weight.WRONG),
    UNKNOWN_CLICK("verdict on an event that does not exist", Weight.WRONG),
    NO_CHARGED_CLICK("verdict on no charged click", Weight.WRONG),
    UNLIKE_CLICK("verdict unlike its click", Weight.WRONG),
    INVALIDATED_TWICE("invalidated twice", Weight.WRONG),
    NOT_INVALIDATED("reinstated but not invalidated", Weight.WRONG),
    HALF_LINE("half line", Weight.MISSING),
    HOLE("missing numbers", Weight.MISSING),
    NOT_CLOSED("never closed", Weight.MISSING),
    BACKWARDS("time goes backwards", Weight.HINT),
    NOT_LOOKED_UP("judged clicks not looked up", Weight.HINT);

    final String label;
    final Weight weight;

    Kind(String label, Weight weight) {
      this.label = label;
      this.weight = weight;
    }

    /** That of a word of a table, as {@code cut off} or {@code unlike-click}. */
    static Kind of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT).replaceAll("[ -]", "_"));
    }

    @JsonValue
    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  @Override
  public String toString() {
    return place + ": " + kind.label + ": " + detail;
  }
}
