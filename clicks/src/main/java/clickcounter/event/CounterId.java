package clickcounter.event;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Creates and checks the names of counters: host, start time in UTC and a random suffix, such as
 * {@code hostA-20131030_152543-k3f9xq}. Two starts of a service in one second differ by the suffix.
 *
 * <p>Readers accept any name of letters, digits, '.', '_' and '-', so that other programs may name
 * their counters as they like.
 */
public final class CounterId {
  private static final DateTimeFormatter START =
      DateTimeFormatter.ofPattern("uuuuMMdd_HHmmss").withZone(ZoneOffset.UTC);
  private static final Pattern NAME = Pattern.compile(".+-(\\d{8}_\\d{6})(-[a-z2-9]{6})?");
  private static final String SUFFIX_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
  private static final int SUFFIX_LENGTH = 6;

  /** A table, because every event's id is checked. */
  private static final boolean[] ALLOWED = allowed();

  /** Where the host stands in the names of operators' counters; no service's host has this name. */
  public static final String OPERATORS = "ops";

  private CounterId() {}

  /**
   * Creates a name. Two starts on one host in the same second get the same name with a probability
   * of 1 in 890 million.
   *
   * @throws IllegalArgumentException when the host's name contains other characters than letters,
   *     digits, '.', '_' and '-'
   */
  public static String create(String host, Instant start, RandomGenerator random) {
    StringBuilder id = new StringBuilder(host).append('-').append(START.format(start)).append('-');
    for (int i = 0; i < SUFFIX_LENGTH; i++) {
      id.append(SUFFIX_LETTERS.charAt(random.nextInt(SUFFIX_LETTERS.length())));
    }
    String name = id.toString();
    requireValid(name);
    return name;
  }

  /**
   * Whether the counter is an operator's: its events are decisions, and its close. They concern no
   * ad, and what was decided is in the document of the counter that it is about.
   */
  public static boolean isOperators(String id) {
    Matcher matcher = NAME.matcher(id);
    return matcher.matches() && id.substring(0, matcher.start(1) - 1).equals(OPERATORS);
  }

  /** Describes what is wrong with this counter id, if anything. */
  public static Optional<String> fault(String id) {
    if (id.isEmpty() || id.length() > EventLimits.MAX_COUNTER_ID_LENGTH) {
      return Optional.of(
          "counter id: expected 1 to %d characters, found %d"
              .formatted(EventLimits.MAX_COUNTER_ID_LENGTH, id.length()));
    }
    for (int i = 0; i < id.length(); i++) {
      if (!isAllowed(id.charAt(i))) {
        return Optional.of(
            "counter id: expected letters, digits, '.', '_' and '-', found '%s' in '%s'"
                .formatted(id.charAt(i), id));
      }
    }
    return Optional.empty();
  }

  /**
   * @throws IllegalArgumentException with its {@link #fault}
   */
  public static void requireValid(String id) {
    fault(id)
        .ifPresent(
            fault -> {
              throw new IllegalArgumentException(fault);
            });
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
