package clickcounter.document;

import java.util.Objects;

/**
 * The id of a write in little memory, for those that keep one for each ad. Most ids are the name of
 * a writer's life, a dot and a number in base 36, as in {@code 3k9f0x2m.1q7}. Ids of one life share
 * its text. Any other text is kept whole: {@link #toString()} always returns exactly the text that
 * was given to {@link #of}.
 *
 * <p>Immutable.
 */
public final class WriteId {
  private static final int RADIX = 36;
  private static final long NO_NUMBER = -1;

  /*
   * Lives seen lately, so that their ids share one String. Threads share the table without a lock:
   * an entry is compared before it is used, so any entry is correct. Two lives with one place in it
   * only share less.
   */
  private static final String[] LIVES = new String[256];

  /** The text before the number, or the whole text. */
  final String life;

  private final long number;

  private WriteId(String life, long number) {
    this.life = life;
    this.number = number;
  }

  /** The id with this text. */
  public static WriteId of(String text) {
    int dot = text.lastIndexOf('.');
    long number = dot < 0 ? NO_NUMBER : number(text, dot + 1);
    return number == NO_NUMBER
        ? new WriteId(text, NO_NUMBER)
        : new WriteId(shared(text.substring(0, dot)), number);
  }

  /** The number that starts here; {@value #NO_NUMBER} unless it would be printed the same. */
  private static long number(String text, int start) {
    boolean leadingZero = text.startsWith("0", start) && text.length() > start + 1;
    if (start == text.length() || leadingZero) {
      return NO_NUMBER;
    }
    long number = 0;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : RADIX;
      if (digit == RADIX || number > (Long.MAX_VALUE - digit) / RADIX) {
        return NO_NUMBER;
      }
      number = number * RADIX + digit;
    }
    return number;
  }

  private static String shared(String life) {
    int hash = life.hashCode();
    int place = (hash ^ hash >>> 16) & LIVES.length - 1;
    String known = LIVES[place];
    if (life.equals(known)) {
      return known;
    }
    LIVES[place] = life;
    return life;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WriteId id && number == id.number && life.equals(id.life);
  }

  @Override
  public int hashCode() {
    return Objects.hash(life, number);
  }

  /** The text of the id. */
  @Override
  public String toString() {
    return number == NO_NUMBER ? life : life + '.' + Long.toString(number, RADIX);
  }
}
