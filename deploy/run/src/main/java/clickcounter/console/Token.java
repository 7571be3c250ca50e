package clickcounter.console;

import clickcounter.secret.SecretSource;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * What a browser has to know to see the console: the printed address has it, and the first page
 * sets it as a cookie. Never logged.
 */
public final class Token {
  private static final int RANDOM_BYTES = 16;
  private static final String EXPECTED = "[A-Za-z0-9_-]{16,200}";

  private final String value;

  /** Where a fixed one is; null for a random one. */
  private final SecretSource place;

  private Token(String value, SecretSource place) {
    this.value = value;
    this.place = place;
  }

  public static Token random(SecureRandom random) {
    byte[] bytes = new byte[RANDOM_BYTES];
    random.nextBytes(bytes);
    return new Token(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes), null);
  }

  /**
   * A fixed one.
   *
   * @throws IllegalArgumentException if there is none, or it could be guessed
   */
  static Token in(SecretSource place) {
    String value;
    try {
      value = place.read();
    } catch (IllegalStateException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    if (!value.matches(EXPECTED)) {
      throw new IllegalArgumentException(
          "%s: expected 16 to 200 letters, digits, - and _ in %s (what was found is not shown)"
              .formatted(place.setting(), place));
    }
    return new Token(value, place);
  }

  /** Whether this is it, in a time that does not depend on what was given. */
  boolean is(String given) {
    return given != null
        && MessageDigest.isEqual(
            value.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
  }

  /** The end of the printed address: with a random token, or with the place of a fixed one. */
  String printed() {
    return place == null ? "?token=" + value : "?token=…, the token is in " + place;
  }

  String cookie(String name) {
    return name + "=" + value + "; Path=/; HttpOnly; SameSite=Strict";
  }

  @Override
  public String toString() {
    return "Token[not shown]";
  }
}
