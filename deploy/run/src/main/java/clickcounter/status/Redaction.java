package clickcounter.status;

import clickcounter.secret.SecretSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Takes secrets out of texts. Our programs write places instead of secrets; this is for what others
 * wrote, such as a message that repeats what it was given.
 */
final class Redaction {
  static final String INSTEAD = "(secret)";

  /** Credentials in a URL, and what is said to be a password. */
  private static final Pattern USER_INFO = Pattern.compile("://[^/@\\s\"']*@");

  private static final Pattern PASSWORD = Pattern.compile("(?i)(password=)[^&;,)\\s\"']*");

  private final List<String> secrets;

  Redaction(List<String> secrets) {
    List<String> all = new ArrayList<>();
    for (String secret : secrets) {
      all.add(secret);
      all.add(secret.replace("\\", "\\\\").replace("\"", "\\\"")); // as JSON has it
    }
    all.removeIf(String::isEmpty);
    // One may be a part of another.
    all.sort(Comparator.comparing(String::length).reversed());
    this.secrets = List.copyOf(all);
  }

  /** Of all secrets that this process can read. */
  static Redaction of(List<SecretSource> places) {
    List<String> secrets = new ArrayList<>();
    for (SecretSource place : places) {
      try {
        secrets.add(place.read());
      } catch (IllegalStateException e) {
        continue; // Nobody here knows it.
      }
    }
    return new Redaction(secrets);
  }

  String of(String text) {
    String safe = USER_INFO.matcher(text).replaceAll("://" + INSTEAD + "@");
    safe = PASSWORD.matcher(safe).replaceAll("$1" + INSTEAD);
    for (String secret : secrets) {
      safe = safe.replace(secret, INSTEAD);
    }
    return safe;
  }
}
