package clickcounter.event;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Names of counters: host, start time in UTC, and a random suffix where two lives could share both,
 * such as {@code hostA-20131030_152543} or {@code hostA-20131030_152543-k3f9x}.
 *
 * <p>When reading, any name of letters, digits, '.', '_' and '-' is taken: who numbers his events
 * otherwise may.
 */
public final class CounterId {
  private static final DateTimeFormatter START =
      DateTimeFormatter.ofPattern("yyyyMMdd_HHmmss").withZone(ZoneOffset.UTC);
  private static final String SUFFIX_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
  private static final int SUFFIX_LENGTH = 6;

  /** A table, as each event's id is looked at. */
  private static final boolean[] ALLOWED = allowed();

  private CounterId() {}

  /**
   * A new counter's name. Two lives of one host within one second share it with a probability of
   * one in 800 million.
   *
   * @throws IllegalArgumentException when the host's name has other than letters, digits, '.', '_'
   *     and '-'
   */
  public static String create(String host, Instant start, RandomGenerator random) {
    StringBuilder id = new StringBuilder(host).append('-').append(START.format(start)).append('-');
    for (int i = 0; i < SUFFIX_LENGTH; i++) {
      id.append(SUFFIX_LETTERS.charAt(random.nextInt(SUFFIX_LETTERS.length())));
    }
    String name = id.toString();
    fault(name)
        .ifPresent(
            fault -> {
              throw new IllegalArgumentException(fault);
            });
    return name;
  }

  /** What is wrong with this counter id, if anything. */
  public static Optional<String> fault(String id) {
    if (id.isEmpty() || id.length() > EventLimits.MAX_COUNTER_ID_LENGTH) {
      return Optional.of(
          "counter id: expected 1 to "
              + EventLimits.MAX_COUNTER_ID_LENGTH
              + " characters, found "
              + id.length());
    }
    for (int i = 0; i < id.length(); i++) {
      if (!isAllowed(id.charAt(i))) {
        return Optional.of(
            "counter id: expected letters, digits, '.', '_' and '-', found '"
                + id.charAt(i)
                + "' in '"
                + id
                + "'");
      }
    }
    return Optional.empty();
  }

  static boolean isAllowed(int c) {
    return c >= 0 && c < ALLOWED.length && ALLOWED[c];
  }

  private static boolean[] allowed() {
    boolean[] allowed = new boolean[128];
    for (char c = 0; c < allowed.length; c++) {
      allowed[c] = Character.isLetterOrDigit(c) || c == '.' || c == '_' || c == '-';
    }
    return allowed;
  }
}
