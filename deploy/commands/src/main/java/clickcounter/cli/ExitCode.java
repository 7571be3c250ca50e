package clickcounter.cli;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The exit codes of all commands. */
public final class ExitCode {
  public static final int OK = 0;
  public static final int MISSING = 1;
  public static final int WRONG = 2;
  public static final int FAILED = 3;
  public static final int SKIPPED = 4;
  public static final int USAGE = 64;
  public static final int UNREACHABLE = 69;
  public static final int INTERNAL = 70;
  public static final int INTERRUPTED = 130;

  private static final SortedMap<Integer, String> MEANINGS =
      Collections.unmodifiableSortedMap(
          new TreeMap<>(
              Map.of(
                  OK, "success",
                  MISSING, "something is missing or not finished",
                  WRONG, "something is wrong",
                  FAILED, "failed, or no verdict",
                  SKIPPED, "success, but files were skipped",
                  USAGE, "wrong usage or an invalid option value",
                  UNREACHABLE, "Nimbus or a service is unreachable (submission only)",
                  INTERNAL, "internal error",
                  INTERRUPTED, "interrupted")));

  private ExitCode() {}

  /** Every code with its meaning in one line. */
  public static SortedMap<Integer, String> table() {
    return MEANINGS;
  }

  /**
   * The exit codes that a command's help lists.
   *
   * @param own the exit codes of this command, each with what it means for this command, or with an
   *     empty text
   * @throws IllegalArgumentException naming a code that is not in the table
   */
  static Map<String, String> help(Map<String, String> own) {
    SortedMap<Integer, String> codes = new TreeMap<>();
    for (int code : new int[] {OK, FAILED, USAGE, INTERNAL, INTERRUPTED}) {
      codes.put(code, MEANINGS.get(code));
    }
    own.forEach(
        (text, words) -> {
          int code = Integer.parseInt(text);
          String meaning = MEANINGS.get(code);
          if (meaning == null) {
            throw new IllegalArgumentException(
                "exit code " + code + " is not in the table " + MEANINGS.keySet());
          }
          codes.put(code, words.isBlank() ? meaning : meaning + ": " + words);
        });
    Map<String, String> lines = new LinkedHashMap<>();
    codes.forEach((code, line) -> lines.put(Integer.toString(code), line));
    return lines;
  }
}
