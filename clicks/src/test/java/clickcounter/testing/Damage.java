package clickcounter.testing;

import java.util.Arrays;
import java.util.Random;

/** Damages texts and bytes in the ways that disks, networks and programs do. */
public final class Damage {
  private static final String NASTY = "\"\\{}[]:,0-+.eE@cbi \t\u0000\uFEFF\ud83d広'/n\u0663";

  private Damage() {}

  /** One to three changes; no newline is made. */
  public static String line(String line, Random random) {
    StringBuilder text = new StringBuilder(line);
    for (int changes = 1 + random.nextInt(3); changes > 0 && !text.isEmpty(); changes--) {
      change(text, random);
    }
    return text.toString().replace('\n', ' ');
  }

  /** One to three changes anywhere, newlines lost and made too. */
  public static String text(String whole, Random random) {
    StringBuilder text = new StringBuilder(whole);
    for (int changes = 1 + random.nextInt(3); changes > 0 && !text.isEmpty(); changes--) {
      if (random.nextInt(4) == 0) {
        text.insert(random.nextInt(text.length() + 1), random.nextBoolean() ? "\n" : "\r\n");
      } else {
        change(text, random);
      }
    }
    return text.toString();
  }

  private static void change(StringBuilder text, Random random) {
    int at = random.nextInt(text.length());
    int to = Math.min(text.length(), at + 1 + random.nextInt(12));
    switch (random.nextInt(8)) {
      case 0 -> text.setCharAt(at, nasty(random));
      case 1 -> text.insert(at, nasty(random));
      case 2 -> text.delete(at, to);
      case 3 -> text.setLength(at);
      case 4 -> text.insert(at, text.substring(at, to));
      case 5 -> text.setCharAt(at, (char) (text.charAt(at) ^ 1 << random.nextInt(7)));
      case 6 -> text.insert(at, "9".repeat(random.nextInt(40)));
      default -> text.insert(at, String.valueOf(nasty(random)).repeat(random.nextInt(3_000)));
    }
  }

  private static char nasty(Random random) {
    return NASTY.charAt(random.nextInt(NASTY.length()));
  }

  /** Some bytes changed, put in, left out, or everything from one place on. */
  public static byte[] bytes(byte[] whole, Random random) {
    byte[] bytes = whole.clone();
    for (int changes = 1 + random.nextInt(3); changes > 0 && bytes.length > 0; changes--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(5)) {
        case 0 -> bytes[at] = (byte) random.nextInt();
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes = spliced(bytes, at, at, random.nextInt(6), random);
        case 3 -> bytes = spliced(bytes, at, Math.min(bytes.length, at + 6), 0, random);
        default -> bytes = Arrays.copyOf(bytes, at);
      }
    }
    return bytes;
  }

  /** With some random bytes in the place of those between. */
  private static byte[] spliced(byte[] bytes, int from, int to, int more, Random random) {
    byte[] some = new byte[more];
    random.nextBytes(some);
    byte[] result = new byte[bytes.length - (to - from) + more];
    System.arraycopy(bytes, 0, result, 0, from);
    System.arraycopy(some, 0, result, from, more);
    System.arraycopy(bytes, to, result, from + more, bytes.length - to);
    return result;
  }
}
