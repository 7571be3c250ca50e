package clickcounter.document;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/**
 * Writes a ranking's score with six decimal places: enough to rank by, and short. The text is that
 * of {@link Double#toString(double)} without making it a String: each put writes one.
 *
 * <p>Not thread-safe.
 */
final class ScoreText {
  private static final long MICROS = 1_000_000;

  /** Below, the text has an exponent. */
  private static final long FEWEST_MICROS = 1_000;

  /** From here on, too. */
  private static final long MOST_MICROS = 10_000_000 * MICROS;

  private final char[] digits = new char[24];

  void write(double score, JsonGenerator json) throws IOException {
    long micros = Math.round(score * MICROS);
    if (micros >= FEWEST_MICROS && micros < MOST_MICROS) {
      int start = toDigits(micros);
      json.writeNumber(digits, start, lengthWithoutZeros(start));
    } else {
      json.writeNumber(micros / (double) MICROS);
    }
  }

  /** Writes the digits at the end of the array. Returns where they start. */
  private int toDigits(long micros) {
    int at = digits.length;
    long rest = micros;
    for (long unit = 1; unit < MICROS; unit *= 10) {
      digits[--at] = (char) ('0' + rest % 10);
      rest /= 10;
    }
    digits[--at] = '.';
    do {
      digits[--at] = (char) ('0' + rest % 10);
      rest /= 10;
    } while (rest > 0);
    return at;
  }

  /** The length up to the last digit that is not 0, or the first one after the point. */
  private int lengthWithoutZeros(int start) {
    int end = digits.length;
    while (digits[end - 1] == '0' && digits[end - 2] != '.') {
      end--;
    }
    return end - start;
  }
}
